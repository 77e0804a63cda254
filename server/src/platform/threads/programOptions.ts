/** How a program of ours is forked: with what was compiled, and with none of our environment, which holds secrets. */

/** Without them V8 may end a process in which several threads read TypeScript. Taken over from this one, as Node alone knows which it has. */
const V8_FLAGS: ReadonlySet<string> = new Set(['--no-memory-protection-keys', '--no-wasm-code-gc'])

export const programOptions = () => {
  const { NODE_COMPILE_CACHE } = process.env
  return {
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    execArgv: process.execArgv.filter(flag => V8_FLAGS.has(flag)),
  }
}
