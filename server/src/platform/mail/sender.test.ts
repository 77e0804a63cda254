import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createSmtpSender, withTls } from './sender.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Speaks just enough SMTP to take one message, and keeps every line it was sent. */
const startMailServer = async (answerToData: string): Promise<{ url: string; lines: readonly string[] }> => {
  const lines: string[] = []
  const serve = (socket: Socket): void => {
    let rest = ''
    let isData = false
    socket.write('220 test\r\n')
    socket.on('error', () => undefined)
    socket.on('data', chunk => {
      const parts = (rest + String(chunk)).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (isData) {
          if (line === '.') {
            isData = false
            socket.write(`${answerToData}\r\n`)
          }
        } else if (line === 'DATA') {
          isData = true
          socket.write('354 send the message\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line === 'STARTTLS') socket.write('502 not here\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  const server = createServer(serve)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`, lines }
}

const MAIL = { to: 'greta@example.org', subject: 'Your code', text: '123456 is your code' }

it('delivers a message to the mail server', async () => {
  const { url, lines } = await startMailServer('250 taken')
  await createSmtpSender(url, 'Course <course@example.org>').send(MAIL)
  expect(lines).toContain('RCPT TO:<greta@example.org>')
  expect(lines).toContain('From: Course <course@example.org>')
  expect(lines).toContain('123456 is your code')
})

it('fails when the mail server does not take it, or is not there', async () => {
  const { url } = await startMailServer('554 no')
  await expect(createSmtpSender(url, 'course@example.org').send(MAIL)).rejects.toThrow('554')
  await expect(createSmtpSender('smtp://127.0.0.1:1', 'course@example.org').send(MAIL)).rejects.toThrow()
})

it('refuses a line break in an address, which would add a recipient', async () => {
  const { url, lines } = await startMailServer('250 taken')
  const to = 'greta@example.org\r\nBcc: eve@example.org'
  await createSmtpSender(url, 'course@example.org')
    .send({ ...MAIL, to })
    .catch(() => undefined)
  expect(lines.filter(line => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1)
  expect(lines.filter(line => /^RCPT TO:<eve@|^Bcc:/i.test(line))).toEqual([])
})

it('asks for TLS where it sends a password to another host, unless the address says otherwise', () => {
  const isRequired = (url: string): boolean => new URL(withTls(url)).searchParams.get('requireTLS') === 'true'
  const [asked, others] = [
    ['smtp://course:s3cret@mail.example.org:587', 'smtp://course:p%40ss@mail.example.org?name=course'],
    [
      'smtp://mail.example.org:25',
      'smtps://course:s3cret@mail.example.org',
      'smtp://course:s3cret@localhost:587',
      'smtp://course:s3cret@127.0.0.1:587',
      'smtp://course:s3cret@mail.example.org?ignoreTLS=true',
      'smtp://course:s3cret@mail.example.org?requireTLS=false',
    ],
  ]
  expect(asked.map(isRequired)).toEqual([true, true])
  expect(others.map(isRequired)).toEqual(others.map(() => false))
  const kept = new URL(withTls('smtp://course:p%40ss@mail.example.org?name=course'))
  expect([kept.username, kept.password, kept.searchParams.get('name')]).toEqual(['course', 'p%40ss', 'course'])
})

it('sends no password to a server that offers no TLS where it is asked for', async () => {
  const { url, lines } = await startMailServer('250 taken')
  const address = new URL(url.replace('ignoreTLS=true', 'requireTLS=true'))
  address.username = 'course'
  address.password = 's3cret'
  await expect(createSmtpSender(address.href, 'course@example.org').send(MAIL)).rejects.toThrow()
  expect(lines.some(line => /^AUTH|^MAIL/.test(line))).toBe(false)
})
