export default Object.values(
  import.meta.glob<string>('../../../texts/en/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
