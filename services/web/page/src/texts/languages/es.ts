export default Object.values(
  import.meta.glob<string>('../../../texts/es/*.ftl', { query: '?raw', import: 'default', eager: true }),
).join('\n');
