/** What {@link findComponents} knows of a graph. */
export interface GraphComponents {
  /** Whether both nodes lie on one cycle; a node alone only with an edge to itself. */
  onOneCycle(from: string, to: string): boolean;
  /** Edges on the longest way from a node to a node without edges, cycles counted as one node. */
  heightOf(node: string): number;
}

interface Frame {
  readonly node: string;
  readonly targets: readonly string[];
  next: number;
}

/**
 * Finds the strongly connected components of a directed graph (Tarjan), without recursion, in time
 * linear in its edges. Targets that are no nodes are ignored.
 */
export function findComponents(graph: ReadonlyMap<string, ReadonlySet<string>>): GraphComponents {
  const search = new ComponentSearch(graph);
  for (const node of graph.keys()) search.visit(node);
  const { component, size, height } = search;
  return {
    onOneCycle(from, to) {
      const id = component.get(from);
      if (id === undefined || id !== component.get(to)) return false;
      return (size[id] ?? 0) > 1 || graph.get(from)?.has(to) === true;
    },
    heightOf: (node) => height[component.get(node) ?? -1] ?? 0,
  };
}

class ComponentSearch {
  readonly component = new Map<string, number>();
  readonly size: number[] = [];
  readonly height: number[] = [];
  private readonly graph: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly index = new Map<string, number>();
  private readonly low = new Map<string, number>();
  private readonly open: string[] = [];

  constructor(graph: ReadonlyMap<string, ReadonlySet<string>>) {
    this.graph = graph;
  }

  visit(start: string): void {
    if (this.index.has(start)) return;
    const stack: Frame[] = [this.enter(start)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const target = frame.targets[frame.next];
      if (target === undefined) {
        stack.pop();
        this.leave(frame, stack.at(-1)?.node);
        continue;
      }
      frame.next += 1;
      const seen = this.index.get(target);
      if (seen === undefined) {
        stack.push(this.enter(target));
      } else if (!this.component.has(target)) {
        this.lower(frame.node, seen);
      }
    }
  }

  private enter(node: string): Frame {
    const position = this.index.size;
    this.index.set(node, position);
    this.low.set(node, position);
    this.open.push(node);
    const targets = [...(this.graph.get(node) ?? [])].filter((target) => this.graph.has(target));
    return { node, targets, next: 0 };
  }

  private leave({ node }: Frame, parent: string | undefined): void {
    const low = this.low.get(node) ?? 0;
    if (low === this.index.get(node)) this.close(node);
    if (parent !== undefined) this.lower(parent, low);
  }

  private lower(node: string, candidate: number): void {
    this.low.set(node, Math.min(this.low.get(node) ?? candidate, candidate));
  }

  private close(root: string): void {
    const id = this.size.length;
    const members = this.open.splice(this.open.lastIndexOf(root));
    for (const member of members) this.component.set(member, id);
    let height = 0;
    for (const member of members) {
      for (const target of this.graph.get(member) ?? []) {
        const other = this.component.get(target);
        if (other !== undefined && other !== id) {
          height = Math.max(height, (this.height[other] ?? 0) + 1);
        }
      }
    }
    this.size.push(members.length);
    this.height.push(height);
  }
}
