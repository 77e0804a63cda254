import FlatQueue from 'flatqueue'

/** A link of a graph: it costs its length, more where it is not a road. */
export interface Link {
  readonly to: number
  readonly lengthM: number
  readonly cost: number
}

/** The links of all nodes in flat arrays: those of a node are from its start to the start of the next one. */
export interface Graph {
  readonly starts: Int32Array
  readonly to: Int32Array
  readonly lengthM: Float64Array
  readonly cost: Float64Array
}

export const graphOf = (links: readonly (readonly Link[])[]): Graph => {
  const starts = new Int32Array(links.length + 1)
  links.forEach((own, node) => {
    starts[node + 1] = (starts[node] ?? 0) + own.length
  })
  const all = links.flat()
  return {
    starts,
    to: Int32Array.from(all, ({ to }) => to),
    lengthM: Float64Array.from(all, ({ lengthM }) => lengthM),
    cost: Float64Array.from(all, ({ cost }) => cost),
  }
}

/** Cheapest routes from one start to every node: what they cost, how long they are, and the node before; -1 at the start. */
export interface ShortestTree {
  readonly cost: Float64Array
  readonly lengthM: Float64Array
  readonly before: Int32Array
}

/** Dijkstra's search, from a start that is joined to some nodes. Nodes that are out of reach cost infinity. */
export const shortestTree = (start: readonly Link[], graph: Graph): ShortestTree => {
  const { starts, to } = graph
  const nodes = starts.length - 1
  const cost = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY)
  const lengthM = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(nodes).fill(-1)
  const open = new FlatQueue<number>()
  for (const link of start) {
    if (link.cost >= (cost[link.to] ?? 0)) continue
    cost[link.to] = link.cost
    lengthM[link.to] = link.lengthM
    open.push(link.to, link.cost)
  }
  while (open.length > 0) {
    const soFar = open.peekValue() ?? 0
    const node = open.pop() ?? 0
    if (soFar > (cost[node] ?? 0)) continue
    const end = starts[node + 1] ?? 0
    for (let i = starts[node] ?? 0; i < end; i++) {
      const next = to[i] ?? 0
      const total = soFar + (graph.cost[i] ?? 0)
      if (total >= (cost[next] ?? 0)) continue
      cost[next] = total
      lengthM[next] = (lengthM[node] ?? 0) + (graph.lengthM[i] ?? 0)
      before[next] = node
      open.push(next, total)
    }
  }
  return { cost, lengthM, before }
}
