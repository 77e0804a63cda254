/**
 * Milliseconds that this thread has computed. Guards against work that grows out of all proportion compare two of these:
 * unlike the clock they do not count the time in which other programs had the processor.
 */
export const cpuTimeMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
