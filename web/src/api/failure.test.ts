import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_STATUS, ERROR_TEXT, type ErrorKind, errorKind, REFUSAL_TEXT } from '@greensward/domain/contract'
import { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { ApiFailure, failureFrom, messageOf } from './failure.ts'

const answered = (status: number, data: unknown): AxiosError => {
  const config = { headers: new AxiosHeaders() }
  const response: AxiosResponse = { status, statusText: '', data, headers: {}, config }
  return new AxiosError(`Request failed with status code ${status}`, 'ERR_BAD_RESPONSE', config, {}, response)
}

test.each([
  ['Request failed with status code 502', answered(502, '<html>Bad gateway</html>')],
  ['Network Error', new AxiosError('Network Error', 'ERR_NETWORK')],
  ['timeout of 5000ms exceeded', new AxiosError('timeout of 5000ms exceeded', 'ECONNABORTED')],
  ['Request aborted', new AxiosError('Request aborted', 'ECONNABORTED')],
])('the transport’s own message is shown untouched: %s', (message, error) => {
  expect(failureFrom(error)).toBe(error)
  expect(messageOf(failureFrom(error))).toBe(message)
})

test('a refusal is shown in its own words, with its fields', () => {
  const error = { kind: 'wrongCode', message: ERROR_TEXT.wrongCode, fields: { 'body.code': 'wrong' } }
  const failure = failureFrom(answered(422, { code: 422, error }))
  expect(failure).toBeInstanceOf(ApiFailure)
  expect(failure).toMatchObject({ status: 422, kind: 'wrongCode', fields: { 'body.code': 'wrong' } })
  expect(messageOf(failure)).toBe('Incorrect code. Try again')
})

test('what a kind of refusal always says is shown in the chosen language, anything more exact as it came', async () => {
  const kinds = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../i18n/errors/${language}.json`), 'utf8')).kinds
  expect(Object.keys(kinds('en')).sort()).toEqual([...errorKind.options].sort())
  await i18next.init({ lng: 'de', resources: { de: { translation: { errors: { kinds: kinds('de') } } } } })
  const shown = (kind: ErrorKind, message: string): string =>
    messageOf(new ApiFailure(ERROR_STATUS[kind], { kind, message }))
  for (const kind of errorKind.options) expect(shown(kind, REFUSAL_TEXT[kind])).toBe(kinds('de')[kind])
  expect(shown('conflict', 'Something new')).toBe('Something new')
})

test('errors other than refusals are rethrown as they are', () => {
  for (const error of [new TypeError('a bug'), 'text', undefined]) expect(failureFrom(error)).toBe(error)
})
