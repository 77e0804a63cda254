/**
 * Mosquitto, the broker that Home Assistant and most courses have, as a program of its own: on a free port, with its files in a
 * temporary folder. Tests that need it are skipped where it is not installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess, freePort } from './serverProcess.ts'

interface Login {
  readonly user: string
  readonly password: string
}

interface MosquittoOptions {
  /** Nobody else connects. Everybody does where there are none. */
  readonly logins?: readonly Login[]
  /** Lines of its `acl_file`. */
  readonly rules?: readonly string[]
  /** Its plugin for dynamic security lets nobody subscribe. */
  readonly refusesSubscriptions?: boolean
  /** For the name `localhost`. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** What it retains is on its disk, and is there again after a restart. */
  readonly keepsRetained?: boolean
}

export interface Mosquitto {
  readonly address: string
  readonly port: number
  /** What it logged, with every message that it took and refused. */
  readonly lines: readonly string[]
  /** As a service is stopped. */
  stop(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

const found = (folders: readonly string[], name: string): string | undefined =>
  folders.map(folder => join(folder, name)).find(path => existsSync(path))

/** Undefined where it is not installed. */
export const mosquittoPath = (): string | undefined =>
  found([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'], 'mosquitto')

const LIBRARIES = ['/usr/lib', '/usr/lib64', '/usr/local/lib']

/** Undefined for a Mosquitto that was built without it. */
export const dynamicSecurityPath = (): string | undefined =>
  found(
    LIBRARIES.filter(folder => existsSync(folder)).flatMap(folder => [
      folder,
      ...readdirSync(folder).map(name => join(folder, name)),
    ]),
    'mosquitto_dynamic_security.so',
  )

const ITERATIONS = 101

/** As `mosquitto_passwd` and the plugin compute it. */
const hashed = (password: string): { readonly salt: string; readonly hash: string } => {
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(password, salt, ITERATIONS, 64, 'sha512')
  return { salt: salt.toString('base64'), hash: hash.toString('base64') }
}

const passwordLine = ({ user, password }: Login): string => {
  const { salt, hash } = hashed(password)
  return `${user}:$7$${ITERATIONS}$${salt}$${hash}`
}

const securityOf = (logins: readonly Login[]): object => ({
  defaultACLAccess: { publishClientSend: true, publishClientReceive: true, subscribe: false, unsubscribe: true },
  clients: logins.map(({ user, password }) => {
    const { salt, hash } = hashed(password)
    return { username: user, textName: user, password: hash, salt, iterations: ITERATIONS, roles: [] }
  }),
  groups: [],
  roles: [],
})

/** Its settings, whose files are written to the folder. */
const settingsOf = (options: MosquittoOptions, port: number, folder: string): string => {
  const { logins, rules, refusesSubscriptions, tls, keepsRetained } = options
  const file = (name: string, content: string): string => {
    const path = join(folder, name)
    writeFileSync(path, content, { mode: 0o600 })
    return path
  }
  const lines = [
    `listener ${port} 127.0.0.1`,
    // Started by root it would continue as another user, who may not read the folder.
    `user ${userInfo().username}`,
    // Its other output is buffered.
    'log_dest stderr',
    'log_type all',
    `allow_anonymous ${logins === undefined}`,
    `persistence ${keepsRetained === true}`,
    `persistence_location ${folder}/`,
  ]
  if (tls !== undefined) lines.push(`certfile ${file('cert.pem', tls.cert)}`, `keyfile ${file('key.pem', tls.key)}`)
  if (rules !== undefined) lines.push(`acl_file ${file('rules', `${rules.join('\n')}\n`)}`)
  if (refusesSubscriptions === true)
    lines.push(
      `plugin ${dynamicSecurityPath()}`,
      `plugin_opt_config_file ${file('security.json', JSON.stringify(securityOf(logins ?? [])))}`,
    )
  else if (logins !== undefined)
    lines.push(`password_file ${file('passwords', `${logins.map(passwordLine).join('\n')}\n`)}`)
  return `${lines.join('\n')}\n`
}

export const openMosquitto = async (options: MosquittoOptions = {}): Promise<Mosquitto> => {
  const program = mosquittoPath()
  if (program === undefined) throw new Error('Mosquitto is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'greensward-mosquitto-'))
  const port = await freePort('tcp')
  const settings = join(folder, 'mosquitto.conf')
  writeFileSync(settings, settingsOf(options, port, folder))
  const lines: string[] = []
  let child: ChildProcess | undefined

  const start = (): Promise<void> =>
    new Promise((done, fail) => {
      const started = spawn(program, ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      createInterface({ input: started.stderr }).on('line', line => {
        lines.push(line)
        if (/mosquitto version .* running/.test(line)) done()
      })
      started.once('error', fail)
      started.once('exit', code => fail(new Error(`Mosquitto ended with ${code}:\n${lines.slice(-20).join('\n')}`)))
    })
  const stop = (): Promise<void> => endProcess(child, 'SIGTERM')
  /** It does not end by itself with the program that started it. */
  const kill = (): void => void child?.kill('SIGKILL')
  process.once('exit', kill)
  const close = async (): Promise<void> => {
    process.off('exit', kill)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await start().catch(async error => {
    await close()
    throw error
  })
  const isSecure = options.tls !== undefined
  return {
    address: `${isSecure ? 'mqtts://localhost' : 'mqtt://127.0.0.1'}:${port}`,
    ...{ port, lines, stop, start, close },
  }
}
