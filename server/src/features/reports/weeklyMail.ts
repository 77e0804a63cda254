/** The report of the last week as a mail to those who chose it: on Mondays, or as soon as the server runs after that. */
import type { Report, ReportRow } from '@greensward/contract'
import {
  addDays,
  type Day,
  dayOf,
  type MessageLanguage,
  may,
  mondayOf,
  ROLE_SLUGS,
  sentAt,
  wallClock,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { queueMail } from '../../platform/mail/mailQueueStore.ts'
import { filled, MAIL_WORDS } from '../../platform/mail/mailWords.ts'
import type { Mail } from '../../platform/mail/sender.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { isReportAwaited, takeWeeklyReaders } from './weeklyMailStore.ts'

/** By the course's clock, so that the last evening's work is in it. */
const FROM_HOUR = 5
const M2_PER_HA = 10_000

const READERS = ROLE_SLUGS.filter(role => may(role, 'reports.read'))

interface Week {
  readonly from: Day
  readonly to: Day
}

/** @param address of the product, without a slash at its end; undefined where nobody has said how people reach it */
export const weeklyMailText = (
  { rows, total }: Pick<Report, 'rows' | 'total'>,
  { from, to }: Week,
  language: MessageLanguage,
  address: string | undefined,
): Omit<Mail, 'to'> => {
  const words = MAIL_WORDS[language]
  const number = (value: number, digits: number): string =>
    new Intl.NumberFormat(words.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  const dates = new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', dateStyle: 'medium' })
  const days = dates.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
  const values = ({ figures }: Pick<ReportRow, 'figures'>) => ({
    area: number(figures.areaM2 / M2_PER_HA, 1),
    hours: number(figures.workS / 3_600, 1),
    km: number(figures.drivenM / 1_000, 1),
    missions: number(figures.missions, 0),
    done: number(figures.done, 0),
    stops: number(figures.interruptions, 0),
  })
  const all = values({ figures: total })
  return {
    subject: filled(words.reportSubject, { days, ...all }),
    text: [
      total.missions === 0 ? words.reportNothing : filled(words.reportTotal, all),
      '',
      ...rows
        .filter(({ kind }) => kind === 'item')
        .map(row => filled(words.reportRow, { ...values(row), name: row.name ?? words.formerMower })),
      ...(address === undefined ? [] : ['', `${address}/reports?from=${from}&to=${to}`]),
      '',
      words.because,
      '',
    ].join('\n'),
  }
}

/** Queues the mail of the last whole week, to each reader once. @returns how many there were */
export const mailWeeklyReports = async (ctx: Context, reportOf: (week: Week) => Promise<Report>): Promise<number> => {
  const now = ctx.clock.now()
  const timeZone = await readTimeZone(ctx.db)
  const today = dayOf(now, timeZone)
  const monday = mondayOf(today)
  if (today === monday && wallClock(now, timeZone).hour < FROM_HOUR) return 0
  if (!(await isReportAwaited(ctx.db, monday, READERS))) return 0
  const week = { from: addDays(monday, -7), to: addDays(monday, -1) }
  // Before the transaction: a report takes longer than rows should be locked.
  const report = await reportOf(week)
  const address = ctx.config.publicUrl?.replace(/\/+$/, '')
  return ctx.db.transaction(async tx => {
    const readers = await takeWeeklyReaders(tx, monday, READERS)
    for (const { email, language, ...quiet } of readers)
      await queueMail(
        tx,
        { to: email, ...weeklyMailText(report, week, language, address) },
        sentAt(now, 'info', quiet, timeZone),
        now,
      )
    return readers.length
  })
}
