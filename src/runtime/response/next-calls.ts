import type { Tool } from '../../model/tool.ts';
import type { ExpressionScope } from './runtime-expression.ts';
import { evaluateExpression } from './runtime-expression.ts';

/** More hints than a model needs. */
const maxHints = 5;
const shownCharacters = 200;

/**
 * What may be called next, by the Link Objects of the answer's status (rule R21). A link whose arguments cannot all
 * be told from this call is left out: it is a hint, not a guarantee (3.2 §Link Object).
 */
export function describeNextCalls(tool: Tool, scope: ExpressionScope): readonly string[] {
  if (tool.response.links.length === 0) return [];
  const status = String(scope.response.status);
  const range = `${status.charAt(0)}XX`;
  return tool.response.links
    .filter((link) => [status, range, 'default'].includes(link.status))
    .flatMap((link) => {
      const values = Object.entries(link.arguments).map(
        ([name, expression]) => [name, evaluateExpression(expression, scope)] as const,
      );
      if (values.some(([, value]) => value === undefined)) return [];
      const list = values.map(([name, value]) => `${name}=${shorten(JSON.stringify(value))}`);
      return [`Next: ${link.tool}(${list.join(', ')})`];
    })
    .slice(0, maxHints);
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
