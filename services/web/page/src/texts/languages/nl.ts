export default Object.values(
  import.meta.glob<string>('../../../texts/nl/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
