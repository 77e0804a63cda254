/** Text messages (SMS) by the HTTP gateway of any provider. */
import { fieldFault, outgoingAddress, phone } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** What a gateway is called with; the server fills in the number and the text. */
const TO = '{to}'
/** Without characters that nobody sees, and with line breaks. */
const plainText = z.string().regex(/^(\P{C}|\n)*$/u, fieldFault('controlCharacters'))

export const smsProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'httpStatus',
  'tooLarge',
  'rateLimited',
  'unexpectedAnswer',
  'sealBroken',
])
export type SmsProblem = z.infer<typeof smsProblem>

const shape = {
  enabled: z.boolean(),
  /** Sent by POST; empty calls the address with GET. Holds `{to}` and `{text}` where the address does not. */
  body: plainText.max(4_000),
  bodyType: z.enum(['json', 'form']),
  /** A text that the answer holds when the gateway took the message; empty takes any answer of 200 to 299. */
  expects: plainText.max(200),
}

export const smsSettings = z.strictObject({
  ...shape,
  /** Of the stored address, which may hold a key; empty where none is stored. */
  host: z.string(),
  hasHeaders: z.boolean(),
  /** How the last message went, the tries included. */
  triedAt: z.iso.datetime().nullable(),
  problem: smsProblem.nullable(),
  detail: z.string(),
  waiting: z.number().int(),
})
export type SmsSettings = z.infer<typeof smsSettings>

/** The placeholders are not part of a web address: they are filled in before it is checked. */
const addressTemplate = z
  .string()
  .max(1_000)
  // The host is where the key goes, and the same for every message.
  .regex(/^[^/]*\/\/[^/?#{}]+([/?#]|$)/, fieldFault('notAnAddress'))
  .refine(text => outgoingAddress.safeParse(text.replaceAll(TO, '1').replaceAll('{text}', 'x')).success, {
    message: fieldFault('notAnAddress'),
  })
/** Lines such as `Authorization: Bearer abc`. */
const headerLines = z
  .string()
  .max(4_000)
  .regex(/^([A-Za-z0-9-]+: [\x20-\x7e]+(\n|$))*$/, fieldFault('headerLines'))

export const smsSettingsChange = z
  .strictObject({
    ...shape,
    /** Empty takes the stored one away. */
    address: z.union([z.literal(''), addressTemplate]),
    /** Empty takes the stored ones away, and so does another host without headers of its own. */
    headers: headerLines,
  })
  .partial()
export type SmsSettingsChange = z.infer<typeof smsSettingsChange>

export const smsCalls = {
  sms: {
    settings: call({ method: 'GET', path: 'settings/sms', who: 'settings.edit', result: smsSettings }),
    update: call({
      method: 'PATCH',
      path: 'settings/sms',
      who: 'settings.edit',
      body: smsSettingsChange,
      result: smsSettings,
    }),
    test: call({
      method: 'POST',
      path: 'settings/sms/test',
      who: 'settings.edit',
      body: smsSettingsChange.extend({ to: phone }),
      result: z.strictObject({ problem: smsProblem.nullable(), detail: z.string() }),
    }),
    /** Whether a person may choose it, and where it goes. */
    mine: call({
      method: 'GET',
      path: 'notifications/sms',
      who: 'notifications.read',
      result: z.strictObject({ isOn: z.boolean(), phone: z.string() }),
    }),
  },
} as const
