// `npm start`: installs and builds missing parts, then runs the server until a signal stops it.
import { bin, buildWeb, install, run, serverArgs } from './install.mjs'

await install()
await buildWeb()

let server
// Ctrl-C reaches the whole process group. The server stops its database and simulator itself; wait for that.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (signal === 'SIGTERM') server?.kill(signal)
  })
}
const code = await run(bin('node'), serverArgs, {
  onSpawn: child => {
    server = child
  },
})
process.exit(code)
