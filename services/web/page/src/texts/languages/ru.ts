export default Object.values(
  import.meta.glob<string>('../../../texts/ru/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
