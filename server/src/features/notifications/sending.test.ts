import { calls } from '@greensward/contract'
import type { Notification, NotificationChoice, NotificationSubject } from '@greensward/domain'
import gate from '@greensward/messages/gate/de.json' with { type: 'json' }
import german from '@greensward/messages/notifications/de.json' with { type: 'json' }
import spanish from '@greensward/messages/notifications/es.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailQueue } from '../../platform/db/schema/index.ts'
import { queueMail, sendNextMail } from '../../platform/mail/mailQueueStore.ts'
import type { Mail } from '../../platform/mail/sender.ts'
import { checksRefused, partOf, why } from '../../shared/missionLife/why.ts'
import { loseCommitAnswer } from '../../testing/loseCommitAnswer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  // Nobody takes the mail, so that what was queued stays to be looked at.
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterAll(() => server.close())

const choose = (role: 'ROLE_GREENKEEPER' | 'ROLE_BUGGY_BAR' | 'ROLE_ADMIN', choice: NotificationChoice) =>
  server.call(role, calls.notifications.choose, { body: choice })
const notice = (level: 'info' | 'warning' | 'alarm', kind: string, subject: NotificationSubject = 'mower') =>
  server.app.ctx.events.emit('notice', {
    level,
    subject,
    subjectId: null,
    kind,
    values: { mower: 'Rook\r\nBcc: all' },
  })
const filledIn = (text: string): string => text.replace('{{mower}}', 'Rook').replace('{{from}}', '10.0.0.9')
/** Later than the server itself looks: its clock does not advance. */
const beyond = () => new Date(server.clock.now().getTime() + 24 * 3_600_000)
const queued = () => server.app.ctx.db.select().from(mailQueue)
const firstWords = (text: string): string => text.split(' · ')[0] ?? ''
const kindsQueued = async () => (await queued()).map(({ text }) => firstWords(text))
const stored = (kind: string) =>
  expect
    .poll(
      async () =>
        (await server.call('ROLE_ADMIN', calls.notifications.list, { query: { perPage: 100 } })).result.items.map(
          one => one.kind,
        ),
      { timeout: 10_000 },
    )
    .toContain(kind)

describe('mail about notifications', () => {
  it('goes to those who want it and may see its subject, from the level on that they chose', async () => {
    await choose('ROLE_GREENKEEPER', { email: 'warning', push: 'off', quietFrom: null, quietTo: null, language: 'en' })
    // May not see mowers, with any choice.
    await choose('ROLE_BUGGY_BAR', { email: 'info', push: 'off', quietFrom: null, quietTo: null, language: 'en' })
    notice('info', 'firstKind')
    notice('warning', 'secondKind')
    await stored('secondKind')
    await stored('firstKind')
    const mails = await queued()
    expect(mails.map(({ to }) => to)).toEqual(['role_greenkeeper@example.org'])
    expect(mails[0]?.subject).toBe('Warning: Second kind · Rook Bcc: all')
    expect(mails[0]?.subject).not.toMatch(/[\r\n]/)
  })

  it('leaves out the subjects that a person does not want, but not their alarms, and keeps the choice', async () => {
    await server.app.ctx.db.delete(mailQueue)
    const choice = { email: 'info', push: 'off', quietFrom: null, quietTo: null, language: 'en' } as const
    await choose('ROLE_GREENKEEPER', { ...choice, silentSubjects: ['mower', 'cart'] })
    notice('warning', 'ofMower')
    notice('warning', 'ofSystem', 'system')
    notice('alarm', 'alarmOfMower')
    // Entered last, so the ones before it are stored.
    await stored('alarmOfMower')
    const mailed = (await queued()).filter(({ to }) => to === 'role_greenkeeper@example.org')
    expect(mailed.map(({ text }) => firstWords(text)).sort()).toEqual(['Alarm of mower', 'Of system'])
    const read = async () => (await server.call('ROLE_GREENKEEPER', calls.notifications.choice)).result.silentSubjects
    expect(await read()).toEqual(['mower', 'cart'])
    const unknown = { ...choice, silentSubjects: ['weather'] } as unknown as NotificationChoice
    const refused = await choose('ROLE_GREENKEEPER', unknown)
    expect(Object.keys(refused.error.fields ?? {})).toEqual(['body.silentSubjects.0'])
    expect(await read()).toEqual(['mower', 'cart'])
    await choose('ROLE_GREENKEEPER', choice)
    expect(await read()).toEqual([])
    await server.app.ctx.db.delete(mailQueue)
  })

  it('waits for the end of quiet hours, an alarm does not', async () => {
    const { clock } = server
    const hour = (offset: number) => new Date(clock.now().getTime() + offset * 3_600_000).toISOString().slice(11, 16)
    await choose('ROLE_GREENKEEPER', {
      email: 'info',
      push: 'off',
      quietFrom: hour(-1),
      quietTo: hour(2),
      language: 'en',
    })
    notice('info', 'quietKind')
    notice('alarm', 'loudKind')
    await stored('quietKind')
    await stored('loudKind')
    const due = Object.fromEntries((await queued()).map(({ text, dueAt }) => [firstWords(text), dueAt.getTime()]))
    // At once, or a minute after a first try.
    expect(due['Loud kind']).toBeLessThanOrEqual(clock.now().getTime() + 60_000)
    expect(due['Quiet kind']).toBeGreaterThan(clock.now().getTime() + 3_600_000)
  })

  it('uses the language of its receiver and the sentence of the screen', async () => {
    await server.app.ctx.db.delete(mailQueue)
    const mail = { email: 'alarm', push: 'off', quietFrom: null, quietTo: null } as const
    await choose('ROLE_GREENKEEPER', { ...mail, language: 'de' })
    await choose('ROLE_ADMIN', { ...mail, language: 'es' })
    const values = { mower: 'Rook', from: '10.0.0.9', reason: 'unsigned' }
    server.app.ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'mower',
      subjectId: null,
      kind: 'linkLost',
      values,
    })
    server.app.ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'mower',
      subjectId: null,
      kind: 'foreignFrame',
      values,
    })
    await stored('linkLost')
    await stored('foreignFrame')
    const subjects = (to: string) => async () =>
      (await queued())
        .filter(one => one.to === to)
        .map(one => one.subject)
        .sort()
    await expect
      .poll(subjects('role_greenkeeper@example.org'))
      .toEqual(
        [german.kinds.foreignFrame_unsigned, german.kinds.linkLost].map(text => `Alarm: ${filledIn(text)}`).sort(),
      )
    await expect
      .poll(subjects('role_admin@example.org'))
      .toEqual(
        [spanish.kinds.foreignFrame_unsigned, spanish.kinds.linkLost].map(text => `Alarma: ${filledIn(text)}`).sort(),
      )
    const [inGerman] = (await queued()).filter(one => one.to === 'role_greenkeeper@example.org')
    expect(inGerman?.text).toContain('Platzzeit')
    await choose('ROLE_ADMIN', { ...mail, email: 'off', language: 'es' })
  })

  it('names the refused checks in words', async () => {
    await server.app.ctx.db.delete(mailQueue)
    const mail = { email: 'warning', push: 'off', quietFrom: null, quietTo: null, language: 'de' } as const
    await choose('ROLE_GREENKEEPER', mail)
    const cause = checksRefused([
      { check: 'rain', verdict: 'refused', reason: 'rainModeRestricted', values: {} },
      { check: 'carts', verdict: 'passed', reason: 'noCarts', values: {} },
      { check: 'battery', verdict: 'refused', reason: 'tooLow', values: { havePercent: 20, neededPercent: 45 } },
    ])
    server.app.ctx.events.emit('notice', {
      level: 'warning',
      subject: 'mission',
      subjectId: null,
      kind: 'missionMissed',
      values: { mission: 'Green 9', reason: partOf(why('notStarted', { cause: partOf(cause) })) },
    })
    await stored('missionMissed')
    await expect
      .poll(async () => (await queued()).map(({ text }) => text).join())
      .toContain(`${gate.check.rain}: ${gate.reason.rain.rainModeRestricted}; ${gate.check.battery}: 20 %, `)
  })

  it('is refused half a pair of quiet hours', async () => {
    const answer = await choose('ROLE_ADMIN', {
      email: 'info',
      push: 'off',
      quietFrom: '22:00',
      quietTo: null,
      language: 'en',
    })
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['body.quietTo'])
    expect((await server.call('ROLE_ADMIN', calls.notifications.choice)).result.email).toBe('off')
  })

  it('is tried again later when the mail server fails, and dropped in the end', async () => {
    const { db } = server.app.ctx
    await db.delete(mailQueue)
    let now = beyond()
    await queueMail(db, { to: 'x@example.org', subject: 'S', text: 'Failing' }, now, now)
    const failures: boolean[] = []
    const fail = () => Promise.reject(new Error('no mail server'))
    for (let tried = 0; tried < 50 && (await kindsQueued()).length > 0; tried += 1) {
      const before = failures.length
      await sendNextMail(db, now, fail, (_, isLast) => failures.push(isLast))
      // Not tried again at once.
      if (failures.length > before) expect(await sendNextMail(db, now, fail, () => undefined)).toBe(false)
      now = new Date(now.getTime() + 10 * 60_000)
    }
    expect(failures).toEqual([...Array(7).fill(false), true])
  })

  it('is stored, shown and sent once where the answer of its commit was lost', async () => {
    const { db, live } = server.app.ctx
    await db.delete(mailQueue)
    await choose('ROLE_GREENKEEPER', { email: 'alarm', push: 'off', quietFrom: null, quietTo: null, language: 'en' })
    const { lost, restore } = loseCommitAnswer(
      db,
      async result => typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'lostKind',
    )
    const publish = vi.spyOn(live, 'publish')
    try {
      notice('alarm', 'lostKind')
      // Entered after it, so stored after its second try.
      notice('alarm', 'nextKind')
      await stored('nextKind')
      const { items } = (await server.call('ROLE_ADMIN', calls.notifications.list, { query: { perPage: 100 } })).result
      const all = items.filter(({ kind }) => kind === 'lostKind')
      expect(all.map(({ id }) => id)).toEqual([(lost[0] as Notification).id])
      expect((await kindsQueued()).toSorted()).toEqual(['Lost kind', 'Next kind'])
      expect(publish.mock.calls.map(([, , message]) => message)).toMatchObject([
        { id: all[0]?.id, kind: 'lostKind' },
        { kind: 'nextKind' },
      ])
    } finally {
      restore()
      publish.mockRestore()
    }
  })

  it('is sent by one of two servers', async () => {
    const { db } = server.app.ctx
    await db.delete(mailQueue)
    const now = beyond()
    for (let n = 0; n < 20; n += 1) await queueMail(db, { to: `${n}@example.org`, subject: 'S', text: 'T' }, now, now)
    const sent: string[] = []
    const send = async ({ to }: Mail): Promise<void> => {
      sent.push(to)
    }
    const drain = async (): Promise<void> => {
      while (await sendNextMail(db, now, send, () => undefined));
    }
    await Promise.all([drain(), drain(), drain()])
    expect(sent.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}@example.org`).sort())
  })
})
