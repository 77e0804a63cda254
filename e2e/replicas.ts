/**
 * Several servers instead of one: a PostgreSQL and a NATS of their own, a first server that has the gateway and the
 * simulator, others that serve people only, and in front of them a proxy that sends each call and each socket to the
 * next, so that all of them serve each page in turn.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess, freePort, NODE, root, type Servers, serverProcess } from './serverProcess.ts'

/** The folder of a server besides the first, below the first one's. */
export const folderOf = (dataDir: string, index: number): string => join(dataDir, `replica${index + 1}`)

const natsServer = (): string => {
  const found = [
    process.env.NATS_SERVER_PATH ?? '',
    '/usr/local/bin/nats-server',
    '/usr/sbin/nats-server',
    join(root, '.cache/nats/files/usr/sbin/nats-server'),
  ].find(path => existsSync(path) && spawnSync(path, ['--version']).status === 0)
  if (found === undefined) throw new Error('nats-server was not found; set NATS_SERVER_PATH.')
  return found
}

/** Starts a helper of the servers. @returns it, once it has printed a line with these words, and that line */
const startBeside = async (program: string, args: readonly string[], words: string) => {
  const child = spawn(program, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] })
  const line = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', text => text.includes(words) && resolve(text))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`${program} ended with ${code}`)))
  })
  return { child, line }
}

/** Where positions of carts come in: `docs/operations.md` sends these to one server. */
const POSITIONS = /^\/api\/(track|player)\b/

/** Round robin over the ports that are up, as a balancer does that asks for their health. */
const openProxy = async (port: number, up: readonly number[]): Promise<() => void> => {
  let count = 0
  const next = (path = ''): number | undefined => {
    if (POSITIONS.test(path)) return up[0]
    count += 1
    return up[count % up.length]
  }
  const proxy = createServer((request, response) => {
    const unavailable = (): void => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
    const target = next(request.url)
    if (target === undefined) return unavailable()
    const { connection: _, ...headers } = request.headers
    const { method, url: path } = request
    const passed = ask({ host: '127.0.0.1', port: target, method, path, headers, agent: false })
    passed.on('response', answer => {
      const { connection: _, 'keep-alive': __, ...passedHeaders } = answer.headers
      response.writeHead(answer.statusCode ?? 502, passedHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    passed.on('error', unavailable)
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  proxy.on('upgrade', (request, socket, head) => {
    const target = next()
    if (target === undefined) return void socket.destroy()
    const inner = connect(target, '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let index = 0; index < request.rawHeaders.length; index += 2)
        lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
      inner.write(`${lines.join('\r\n')}\r\n\r\n`)
      inner.write(head)
      socket.pipe(inner).pipe(socket)
    })
    for (const [one, other] of [
      [inner, socket],
      [socket, inner],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>(resolve => proxy.listen(port, '127.0.0.1', resolve))
  return () => {
    proxy.close()
    proxy.closeAllConnections()
  }
}

/**
 * @param port where pages find them
 * @param dataDir the first server's folder; the files that servers share are there too
 * @param say takes what they print
 */
export const openReplicas = async (
  count: number,
  port: number,
  dataDir: string,
  say: (text: string) => void,
): Promise<Servers> => {
  // Beside the servers' folder, since the database's own user has to get there.
  const databaseDir = mkdtempSync(join(tmpdir(), 'greensward-e2e-database-'))
  const postgres = await startBeside(NODE, ['server/src/testing/postgresProgram.ts', databaseDir], 'postgresql://')
  const natsPort = await freePort()
  const nats = await startBeside(natsServer(), ['-a', '127.0.0.1', '-p', String(natsPort)], 'Server is ready')
  const ports: number[] = []
  for (let index = 0; index < count; index += 1) ports.push(await freePort())
  const servers = ports.map(each => serverProcess(each, say))
  const up: number[] = []
  const closeProxy = await openProxy(port, up)

  return {
    start: async env => {
      const shared = {
        ...env,
        DATABASE_URL: postgres.line,
        DATABASE_CONNECTIONS: '5',
        NATS_URL: `nats://127.0.0.1:${natsPort}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SHARED_DIR: dataDir,
      }
      await servers[0]?.start(shared)
      await Promise.all(
        servers.slice(1).map((server, index) =>
          server.start({
            ...shared,
            DATA_DIR: folderOf(dataDir, index + 1),
            GATEWAY: 'off',
            MAVLINK_UDP: 'off',
            SIMULATOR: 'off',
          }),
        ),
      )
      up.push(...ports)
    },
    signal: signal => {
      for (const server of servers) server.signal(signal)
    },
    // All of them: where a test lets "the server" die it asks what people see while nobody answers, and what stands when
    // it is there again, with another clock for instance. One dying among several is what `npm run bench:chaos` does.
    end: async signal => {
      up.length = 0
      await Promise.all(servers.map(each => each.end(signal)))
    },
    close: async () => {
      closeProxy()
      await endProcess(nats.child, 'SIGTERM')
      await endProcess(postgres.child, 'SIGTERM')
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}
