/** @throws what `late` makes, where the work takes longer than `limitMs` */
export const inTime = async <T>(work: Promise<T>, limitMs: number, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(late()), limitMs)
  })
  // It may still fail after nobody waits for it.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
