export default Object.values(
  import.meta.glob<string>('../../../texts/fr/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
