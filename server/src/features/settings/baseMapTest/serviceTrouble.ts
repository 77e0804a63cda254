/** What keeps the answer of a service of base maps from being used. */
import type { BaseMapProblem } from '@greensward/contract'
import type { OutgoingFailure, OutgoingResponse } from '../../../platform/outgoing.ts'
import { wordsOf } from './serviceException.ts'

export interface Trouble {
  readonly problem: BaseMapProblem
  readonly params?: Readonly<Record<string, string>>
  readonly detail?: string
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER|ERR_TLS|ERR_SSL|EPROTO/

export const notAnswered = ({ problem, detail, code = '' }: OutgoingFailure): Trouble => {
  if (problem === 'notReached' && (code === 'ENOTFOUND' || code === 'EAI_AGAIN')) return { problem: 'hostNotFound' }
  if (problem === 'notReached' && code === 'ECONNREFUSED') return { problem: 'connectionRefused' }
  if (problem === 'notReached' && UNTRUSTED.test(code)) return { problem: 'untrusted', detail }
  return { problem, detail: problem === 'notReached' ? detail : '' }
}

export const header = ({ headers }: OutgoingResponse, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Where a redirect leads, in full; as it was given where that cannot be read. */
const aimOf = (answer: OutgoingResponse, address: string): string => {
  const location = header(answer, 'location')
  return URL.canParse(location, address) ? new URL(location, address).href : location
}

export const wrongStatus = (answer: OutgoingResponse, address: string): Trouble | undefined => {
  const { status, text } = answer
  if (status >= 300 && status < 400) return { problem: 'redirected', params: { to: aimOf(answer, address) } }
  const params = { status: String(status) }
  const detail = wordsOf(text)
  if (status === 401 || status === 403) return { problem: 'keyRefused', params, detail }
  if (status === 404 || status === 410 || status === 204) return { problem: 'noPicture', params, detail }
  return status >= 200 && status < 300 ? undefined : { problem: 'httpStatus', params, detail }
}
