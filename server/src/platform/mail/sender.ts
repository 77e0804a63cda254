/** Sends mail: by SMTP where it is configured, otherwise into an outbox folder, one .eml file a message. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** One recipient as a whole: text would be read as a list of them. */
const envelopeOf = ({ to, subject, text }: Mail) => ({
  to: { name: '', address: to },
  subject,
  text,
  disableFileAccess: true,
  disableUrlAccess: true,
})

export interface Sender {
  /** Resolves when the message is delivered to the mail server. @throws where it cannot be */
  send(mail: Mail): Promise<void>
}

const SMTP_TIMEOUT_MS = 10_000
const OF_THIS_HOST = ['localhost', '127.0.0.1', '[::1]']
/** Settings of the mail library in the address: who writes one decides about TLS. */
const DECIDED_BY = ['requireTLS', 'ignoreTLS', 'secure']

/**
 * A password crosses the network under TLS alone: without this, somebody on the way could hide the server's offer of it.
 * @param url such as smtp://user:password@mail.example.org:587
 */
export const withTls = (url: string): string => {
  const address = new URL(url)
  const { protocol, password, hostname, searchParams } = address
  const isDecided = DECIDED_BY.some(name => searchParams.has(name))
  if (protocol === 'smtp:' && password !== '' && !isDecided && !OF_THIS_HOST.includes(hostname))
    searchParams.set('requireTLS', 'true')
  return address.href
}

export const createSmtpSender = (url: string, from: string): Sender => {
  const transport = createTransport(withTls(url), { from })
  return {
    send: async mail => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The mail server did not answer')), SMTP_TIMEOUT_MS)
      })
      try {
        await Promise.race([transport.sendMail(envelopeOf(mail)), late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const MOST_KEPT = 500

/** @param now names the files, so that they sort by time */
export const createOutboxSender = (folder: string, from: string, now: () => Date): Sender => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })
  return {
    send: async mail => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const composed = await transport.sendMail({ ...envelopeOf(mail), date: now() })
      const name = `${now().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
      // Moved into place when complete: a program that watches the folder never reads half a message.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, composed.message, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
      const all = (await readdir(folder)).filter(file => file.endsWith('.eml')).sort()
      for (const old of all.slice(0, -MOST_KEPT)) await rm(join(folder, old), { force: true })
    },
  }
}
