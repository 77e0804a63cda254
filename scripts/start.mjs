// `npm start`: installs and builds what is missing, then runs the server until it is told to end.
import { bin, buildWeb, install, run } from './install.mjs'

await install()
await buildWeb()

let server
// Ctrl-C reaches the whole process group; the server ends its database and simulator itself and we wait for that.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (signal === 'SIGTERM') server?.kill(signal)
  })
}
const code = await run(bin('node'), ['server/src/main.ts'], {
  onSpawn: child => {
    server = child
  },
})
process.exit(code)
