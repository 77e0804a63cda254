/** How often others had the event loop while the work was done. */
export const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const take = (): void => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  await work()
  isOver = true
  return turns
}
