export default Object.values(
  import.meta.glob<string>('../../../texts/de/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
