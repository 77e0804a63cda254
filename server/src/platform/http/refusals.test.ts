/** Every fault of a call is reported as codes and params, so that no screen has to read a sentence. */
import { calls } from '@greensward/contract'
import { type FieldCode, KIND_OF_CODE, type Said } from '@greensward/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { refusal } from './refusal.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PERSON = {
  role: 'ROLE_GREENKEEPER',
  fullname: 'Grace Green',
  phone: '',
  email: 'grace@example.org',
  login: 'grace',
  password: 'grass grows at night',
}
const MOWER = {
  name: 'Rook',
  color: '#0B7390',
  bladeId: null,
  systemId: 7,
  widthM: 2,
  minTurnRadiusM: 1,
  transitSpeedMps: 2,
  turningSpeedMps: 1,
  batteryRangeM: 10_000,
  bladeSwitch: { kind: 'relay', index: 0 },
  inService: false,
}

const post = async (path: string, body: unknown) => {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': server.tokens.ROLE_ADMIN },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error: Said & { kind: string; message: string; fields?: object } }
  return { status: response.status, error }
}

describe('a wrong field', () => {
  test.each<[what: string, path: string, body: object, field: string, code: FieldCode, params: Said['params']]>([
    ['that is missing', 'users', { ...PERSON, fullname: undefined }, 'fullname', 'required', {}],
    ['that is empty', 'users', { ...PERSON, fullname: ' ' }, 'fullname', 'empty', { minimum: 1 }],
    ['that is a number', 'users', { ...PERSON, fullname: 7 }, 'fullname', 'notAText', {}],
    ['that is unknown', 'users', { ...PERSON, age: 30 }, 'age', 'unknownKey', {}],
    ['that is too short', 'users', { ...PERSON, password: 'short' }, 'password', 'tooShort', { minimum: 8 }],
    ['that is too long', 'users', { ...PERSON, password: 'x'.repeat(201) }, 'password', 'tooLong', { maximum: 200 }],
    ['that is not an address', 'users', { ...PERSON, email: 'grace@' }, 'email', 'notAnEmail', {}],
    ['of other letters', 'users', { ...PERSON, login: 'gr\u0430ce' }, 'login', 'loginLetters', {}],
    ['that half a pair of surrogates is in', 'users', { ...PERSON, login: '\ud800' }, 'login', 'unstorable', {}],
    ['that is not in its list', 'mowers', { ...MOWER, inService: 'yes' }, 'inService', 'notYesOrNo', {}],
    ['that is a text', 'mowers', { ...MOWER, widthM: '2' }, 'widthM', 'notANumber', {}],
    ['that is too wide', 'mowers', { ...MOWER, widthM: 6 }, 'widthM', 'tooWide', { maximum: 5 }],
    ['that is nothing', 'mowers', { ...MOWER, widthM: 0 }, 'widthM', 'notAbove', { minimum: 0 }],
    ['that is not a whole number', 'mowers', { ...MOWER, systemId: 1.5 }, 'systemId', 'notWhole', {}],
    ['that is too large', 'mowers', { ...MOWER, systemId: 255 }, 'systemId', 'tooLargeNumber', { maximum: 254 }],
    ['that is not a colour', 'mowers', { ...MOWER, color: 'green' }, 'color', 'colour', {}],
    ['that is not an id', 'mowers', { ...MOWER, bladeId: 'blade' }, 'bladeId', 'notAnId', {}],
    [
      'that names what is not there',
      'mowers',
      { ...MOWER, bladeId: crypto.randomUUID() },
      'bladeId',
      'noSuchBlade',
      {},
    ],
  ])('%s says so', async (_, path, body, field, code, params) => {
    const { status, error } = await post(path, body)
    expect(status).toBe(422)
    expect(error).toMatchObject({ kind: 'invalid', code: 'invalid', params: {} })
    expect(error.fields).toEqual({ [`body.${field}`]: { code, params } })
  })

  test('that is not in its list names the list', async () => {
    const { error } = await post('users', { ...PERSON, role: 'ROLE_KING' })
    expect(error.fields).toMatchObject({
      'body.role': { code: 'notOneOf', params: { list: expect.stringContaining('ROLE_GREENKEEPER, ') } },
    })
  })
})

test('a body that is not JSON, too deep or too long is refused by its code', async () => {
  expect(await post('users', '{"a":')).toMatchObject({ status: 400, error: { code: 'unreadableRequest' } })
  expect(await post('users', '['.repeat(200) + ']'.repeat(200))).toMatchObject({
    status: 400,
    error: { kind: 'badRequest', code: 'tooDeep' },
  })
  expect(await post('users', `[${'1,'.repeat(30_000)}1]`)).toMatchObject({
    status: 413,
    error: { kind: 'tooLarge', code: 'listTooLong', params: { count: 25_000 } },
  })
})

test('a taken login is a conflict with its own code, and its English rendering for programs', async () => {
  expect((await post('users', PERSON)).status).toBe(200)
  expect((await post('users', PERSON)).error).toEqual({
    kind: 'conflict',
    code: 'loginTaken',
    params: {},
    message: 'This login is taken',
    fields: { 'body.login': { code: 'taken', params: {} } },
  })
})

test('an unknown or forbidden target is refused by the code of its kind', async () => {
  const params = { id: crypto.randomUUID() }
  expect((await server.call('ROLE_ADMIN', calls.mowers.get, { params })).error).toMatchObject({ code: 'notFound' })
  expect((await server.call('ROLE_TEST_USER', calls.mowers.remove, { params })).error).toMatchObject({
    code: 'forbidden',
  })
  expect((await server.call(null, calls.profile.get)).error).toMatchObject({ code: 'unauthorized' })
})

test('a code brings its kind and with it the status', () => {
  expect(refusal('zoneTypeInUse', { count: 2 }).envelope).toEqual({
    code: 409,
    error: { kind: 'conflict', code: 'zoneTypeInUse', params: { count: 2 }, message: '2 zones are of this type' },
  })
  for (const kind of new Set(Object.values(KIND_OF_CODE)))
    expect(refusal(kind as 'invalid').status).toBeGreaterThan(399)
})
