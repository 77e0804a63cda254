import type { CommandOutcome } from '@greensward/contract'
import type { Mission, MissionLogLine } from '@greensward/domain'
import { gateLineText, rendered, type Said } from '@greensward/messages'
import type { i18n } from 'i18next'

type Texts = Pick<i18n, 't' | 'exists' | 'language'>

/** A day of the course, with a time or without, as the server writes it down. */
const WRITTEN_DAY = /^(\d{4}-\d{2}-\d{2})( \d{2}:\d{2})?$/
/** The gaps that a time may fill; the others hold typed text and stay as they are. */
const MOMENTS = ['day', 'from', 'to', 'until']

const dayText = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(day),
  )

/** The same with its days as the reader's language writes them. */
const withDays = (said: Said, language: string): Said => {
  const params = Object.entries(said.params).map(([name, value]) => {
    const [, day, clock = ''] = (MOMENTS.includes(name) && WRITTEN_DAY.exec(String(value))) || []
    return [name, day === undefined ? value : dayText(day, language) + clock] as const
  })
  return { ...said, params: Object.fromEntries(params) }
}

/** In the reader's language; undefined where the code is of a newer server. */
export const saidText = (said: Said, texts: Texts): string | undefined => {
  const text = (key: string): string | undefined =>
    texts.exists(key) ? texts.t(key, { skipInterpolation: true }) : undefined
  return rendered(
    withDays(said, texts.language),
    code => text(`errors.codes.${code}`) ?? gateLineText(code, line => text(`gate.${line}`)),
    texts.language,
  )
}

/** Lines of before it was kept what happened stay as they were written. */
const whyText = (why: string, said: Said | null, texts: Texts): string =>
  (said === null ? undefined : saidText(said, texts)) ?? why

/** Why a mission is stopped, failed, cancelled or missed; undefined where it needs no reason. */
export const statusText = (
  { statusReason, statusWhy }: Pick<Mission, 'statusReason' | 'statusWhy'>,
  texts: Texts,
): string | undefined => (statusReason === null ? undefined : whyText(statusReason, statusWhy, texts))

export const logText = ({ why, said }: Pick<MissionLogLine, 'why' | 'said'>, texts: Texts): string =>
  whyText(why, said, texts)

/** The reason why a mower or its gateway refused a command; undefined without a reason. */
export const answerText = (
  { reason, why }: Pick<CommandOutcome, 'reason' | 'why'>,
  texts: Texts,
): string | undefined => (reason === null ? undefined : whyText(reason, why, texts))
