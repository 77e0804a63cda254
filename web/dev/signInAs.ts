/**
 * `npm run dev` alone: `/as/greenkeeper` signs the browser in as the demo's greenkeeper, through the server's own two steps
 * with the code from its outbox. No build has it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin } from 'vite'

interface DemoUser {
  readonly role: string
  readonly login: string
  readonly password: string
}

const CODE = /(?<!\d)(\d{6})(?!\d)/
const MOST_TRIES = 100

const mailsIn = (outbox: string): readonly string[] => (existsSync(outbox) ? readdirSync(outbox) : [])

/** The code of the one mail that was not there before. */
const newCode = async (outbox: string, before: ReadonlySet<string>): Promise<string> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const name = mailsIn(outbox).find(mail => mail.endsWith('.eml') && !before.has(mail))
    const mail = name === undefined ? '' : readFileSync(join(outbox, name), 'utf8')
    const code = CODE.exec(mail.slice(mail.search(/\r?\n\r?\n/)))?.[1]
    if (code !== undefined) return code
    await sleep(50)
  }
  throw new Error(`No code came to ${outbox}`)
}

const post = async (api: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${api}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { result?: Record<string, unknown>; error?: unknown }
  if (answer.result === undefined) throw new Error(`POST ${path}: ${JSON.stringify(answer.error)}`)
  return answer.result
}

const signIn = async (api: string, dataDir: string, role: string): Promise<Record<string, unknown>> => {
  const users: readonly DemoUser[] = JSON.parse(readFileSync(join(dataDir, 'demo-users.json'), 'utf8'))
  const user = users.find(known => known.role === `ROLE_${role.toUpperCase()}`)
  if (user === undefined)
    throw new Error(`No demo user is a ${role}. There are ${users.map(one => one.role).join(', ')}`)
  const outbox = join(dataDir, 'outbox')
  const before = new Set(mailsIn(outbox))
  const { challengeId } = await post(api, 'auth/login', { login: user.login, password: user.password })
  return post(api, 'auth/code', { challengeId, code: await newCode(outbox, before) })
}

/** @param dataDir of the development server; without it nobody is signed in */
export const signInAs = (api: string, dataDir: string | undefined): Plugin => ({
  name: 'greensward:sign-in-as',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    if (dataDir === undefined) return
    middlewares.use('/as/', (request, response) => {
      const role = (request.url ?? '').replace(/^\/|\?.*$/g, '')
      signIn(api, dataDir, role).then(
        ({ accessToken, refreshToken }) => {
          const entries = JSON.stringify({ accessToken, refreshToken }).replaceAll('<', '\\u003c')
          response.setHeader('content-type', 'text/html')
          response.end(
            `<script>for (const [name, value] of Object.entries(${entries})) localStorage.setItem(name, JSON.stringify(value)); location.replace('/')</script>`,
          )
        },
        (error: unknown) => {
          response.statusCode = 500
          response.end(String(error))
        },
      )
    })
  },
})
