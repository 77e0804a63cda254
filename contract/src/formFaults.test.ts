/** What a person reads who fills in the form of a service with the wrong words: the way out, and not only that it is wrong. */
import { faultOf } from '@greensward/domain'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { mqttAddress, mqttAuthority, mqttText, mqttTopic } from './mqttCalls.ts'
import { oidcSettingsChange } from './oidcCalls.ts'
import { smsSettingsChange } from './smsCalls.ts'
import { vda5050Form } from './vda5050Calls.ts'

const codeOf = (shape: z.ZodType, value: unknown): string | undefined => {
  const read = shape.safeParse(value, { reportInput: true })
  const [first] = read.error?.issues ?? []
  return first === undefined ? undefined : faultOf(first).code
}

test.each([
  ['interfaceName', 'müll ! 7'],
  ['manufacturer', 'Fa. Müller'],
  ['serialNumber', '12/3'],
  ['bladeAction', 'mow grass'],
] as const)('%s of a VDA 5050 mower names the letters that it may have', (field, value) => {
  expect(codeOf(vda5050Form.shape[field], value)).toBe('topicLevel')
})

test('the address of a broker names the form that it has', () => {
  for (const wrong of ['müll ! 7', 'https://broker.example.org', 'mqtt://user@host:1883', 'mqtt://host/path'])
    expect(codeOf(mqttAddress, wrong)).toBe('brokerAddress')
  expect(codeOf(mqttAddress, undefined)).toBe('required')
  expect(codeOf(mqttAddress, 'mqtts://broker.example.org:8883')).toBeUndefined()
})

test('topic, user and certificate of a broker', () => {
  expect(codeOf(mqttTopic, 'greens/#')).toBe('mqttTopic')
  expect(codeOf(mqttText, 'user\u0007')).toBe('controlCharacters')
  expect(codeOf(mqttAuthority, 'MIIB')).toBe('certificate')
})

test('headers of a gateway and scopes of an issuer', () => {
  expect(codeOf(smsSettingsChange.shape.headers, 'Authorization=Bearer abc')).toBe('headerLines')
  expect(codeOf(oidcSettingsChange.shape.scopes, 'profile  email')).toBe('scopes')
})
