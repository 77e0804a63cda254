import { ERROR_TEXT } from '@greensward/contract'
import { ERROR_KINDS, ERROR_STATUS, type ErrorKind, type Said, said } from '@greensward/messages'
import { texts as german } from '@greensward/messages/errors/de'
import gate from '@greensward/messages/gate/de.json' with { type: 'json' }
import { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultText } from './errorText.ts'
import { ApiFailure, errorText, failureFrom, fieldRefusals } from './failure.ts'

const answered = (status: number, data: unknown): AxiosError => {
  const config = { headers: new AxiosHeaders() }
  const response: AxiosResponse = { status, statusText: '', data, headers: {}, config }
  return new AxiosError(`Request failed with status code ${status}`, 'ERR_BAD_RESPONSE', config, {}, response)
}
/** As it comes over the wire. */
const refused = (kind: ErrorKind, code: Said, fields: Readonly<Record<string, Said>> = {}): unknown => {
  const status = ERROR_STATUS[kind]
  return failureFrom(answered(status, { code: status, error: { kind, ...code, message: 'In English', fields } }))
}

test.each([
  ['Request failed with status code 502', answered(502, '<html>Bad gateway</html>')],
  ['Network Error', new AxiosError('Network Error', 'ERR_NETWORK')],
  ['timeout of 5000ms exceeded', new AxiosError('timeout of 5000ms exceeded', 'ECONNABORTED')],
  ['Request aborted', new AxiosError('Request aborted', 'ECONNABORTED')],
])('the transport’s own message is shown untouched: %s', (message, error) => {
  expect(failureFrom(error)).toBe(error)
  expect(errorText(failureFrom(error))).toBe(message)
})

test('without any texts a refusal is shown in the English of the server', () => {
  const error = { kind: 'wrongCode', ...said('wrongCode'), message: ERROR_TEXT.wrongCode }
  const failure = failureFrom(answered(422, { code: 422, error }))
  expect(failure).toBeInstanceOf(ApiFailure)
  expect(failure).toMatchObject({ status: 422, kind: 'wrongCode', said: { code: 'wrongCode', params: {} } })
  expect(errorText(failure)).toBe('Incorrect code. Try again')
})

test('errors other than refusals are rethrown as they are', () => {
  for (const error of [new TypeError('a bug'), 'text', undefined]) expect(failureFrom(error)).toBe(error)
})

describe('on a German screen', () => {
  beforeAll(() => i18next.init({ lng: 'de', resources: { de: { translation: { errors: { codes: german }, gate } } } }))

  const line = (check: string, params: Said['params'] = {}): Said => ({ code: `gateLine.${check}`, params })
  test.each<[string, unknown, string]>([
    ['a taken login', refused('conflict', said('loginTaken')), 'Dieser Benutzername ist vergeben'],
    ['a zone type in use', refused('conflict', said('zoneTypeInUse', { count: 1 })), '1 Zone ist von diesem Typ'],
    ['one used more', refused('conflict', said('zoneTypeInUse', { count: 12 })), '12 Zonen sind von diesem Typ'],
    [
      'a refused start',
      refused(
        'gateRefused',
        said('gateShut', {
          lines: [line('battery.tooLow', { havePercent: 20, neededPercent: 45 }), line('rain.rainModeRestricted')],
        }),
      ),
      `Die Mission darf nicht starten: ${gate.check.battery}: 20 %, aber 45 % sind mit Reserve nötig; ${gate.check.rain}: ${gate.reason.rain.rainModeRestricted}`,
    ],
    [
      'a refused plan file',
      refused('planRefused', said('driveLeavesMore', { title: 'Fairway 9', place: '51.392100, -0.641200', count: 3 })),
      'Die Fahrt verlässt Fairway 9 bei 51.392100, -0.641200 und an 3 weiteren Stellen',
    ],
    [
      'a refused import',
      refused('importRefused', said('atLine', { what: said('badXml', { why: said('tagNotClosed') }), line: 3 })),
      'Die Datei ist kein wohlgeformtes XML: ein Tag ist nicht geschlossen (Zeile 3)',
    ],
    [
      'a name with signs in it',
      refused('conflict', said('bladeFitted', { who: 'Rook (1), $&' })),
      'Es ist an Rook (1), $& montiert',
    ],
    ['a code of a newer server', refused('conflict', { code: 'ofANewerServer', params: {} }), german.conflict],
    ['a code that objects inherit', refused('notFound', { code: 'toString', params: {} }), german.notFound],
  ])('%s is shown in German', (_, failure, text) => {
    expect(errorText(failure)).toBe(text)
  })

  test('every kind has a text for the codes that it does not know', () => {
    for (const kind of ERROR_KINDS)
      expect(errorText(refused(kind, { code: 'ofANewerServer', params: {} }))).toBe(german[kind])
  })

  test('refused fields come by the names of the form, each with its text', () => {
    const failure = refused('invalid', said('invalid'), {
      'body.password': said('tooShort', { minimum: 8 }),
      'body.login': { code: 'ofANewerServer', params: {} },
    })
    expect(fieldRefusals(failure)).toEqual([
      ['password', 'Muss mindestens 8 Zeichen haben'],
      ['login', faultText(said('notAcceptable'))],
    ])
  })
})
