// What one gets without tuning: MiniSearch as it comes, over the texts of the tools.
import MiniSearch from 'minisearch';

/** Names of tools for a query, the best first. */
export function plainSearch(tools) {
  const index = new MiniSearch({ fields: ['name', 'summary', 'description', 'path', 'tags'] });
  index.addAll(
    tools.map(({ name, summary, description, tags, operation }, id) => ({
      id,
      name,
      summary,
      description,
      path: operation.path,
      tags: tags.join(' '),
    })),
  );
  return (query) =>
    index
      .search(query, { prefix: true, fuzzy: 0.2 })
      .slice(0, 10)
      .map(({ id }) => tools[id].name);
}
