const BOUND_STEPS = 4_000

/**
 * A time that no plan is below, seconds: work flows freely between the machines, so that all finish together. With prices p on
 * the time of the machines, adding up to 1, no plan is shorter than the sum over jobs of the cheapest p x cost, less the credits at
 * these prices; no job is faster than its own fastest machine. The search raises the price of machines that are asked for most; any
 * prices give a valid bound.
 * @param costs a row for each job, with the seconds that it takes of each machine at least
 * @param credits seconds that each machine has to spare once
 */
export const pricedBoundS = (costs: readonly (readonly number[])[], credits: readonly number[] = []): number => {
  const machines = costs[0]?.length ?? 0
  let best = costs.reduce((most, cost) => Math.max(most, Math.min(...cost.map((s, m) => s - (credits[m] ?? 0)))), 0)
  let prices = Array.from({ length: machines }, () => 1 / machines)
  for (let step = 0; step < BOUND_STEPS; step++) {
    const loads = prices.map((_, m) => -(credits[m] ?? 0))
    let bound = prices.reduce((sum, price, m) => sum - price * (credits[m] ?? 0), 0)
    for (const cost of costs) {
      const priced = cost.map((s, m) => s * (prices[m] ?? 0))
      const cheapest = Math.min(...priced)
      const equal = priced.flatMap((price, m) => (price <= cheapest * (1 + 1e-9) ? [m] : []))
      for (const m of equal) loads[m] = (loads[m] ?? 0) + (cost[m] ?? 0) / equal.length
      bound += cheapest
    }
    best = Math.max(best, bound)
    const most = Math.max(...loads.map(Math.abs), 1e-9)
    const raised = prices.map((price, m) => price * Math.exp((0.5 / Math.sqrt(step + 1)) * ((loads[m] ?? 0) / most)))
    const sum = raised.reduce((a, b) => a + b, 0)
    prices = raised.map(price => price / sum)
  }
  return best
}
