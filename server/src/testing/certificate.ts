/** Certificates of TLS servers of tests, each good for one name (X.509 v3, RFC 5280, in DER). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (moment: Date): Buffer =>
  der(0x18, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const ECDSA_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const BASIC_CONSTRAINTS = '551d13'
const DAY_MS = 86_400_000
const YES = der(0x01, Buffer.from([0xff]))

interface Named {
  readonly name: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const named = (name: string): Named => ({ name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) })
const nameOf = ({ name }: Named): Buffer =>
  sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(name)))))
const keyOf = ({ privateKey }: Named): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const goodFor = ({ name }: Named): Buffer =>
  sequence(objectId(SUBJECT_ALT_NAME), der(0x04, sequence(der(0x82, Buffer.from(name)))))
const IS_AUTHORITY = sequence(objectId(BASIC_CONSTRAINTS), YES, der(0x04, sequence(YES)))

/** @returns a PEM text */
const certified = (whose: Named, by: Named, extension: Buffer): string => {
  const algorithm = sequence(objectId(ECDSA_SHA256))
  const now = Date.now()
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(by),
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    nameOf(whose),
    whose.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const cert = sequence(content, algorithm, bitString(sign('sha256', content, by.privateKey)))
  const lines = cert.toString('base64').replace(/(.{64})/g, '$1\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** PEM texts, as node:https takes them. */
interface Certificate {
  readonly key: string
  readonly cert: string
}

export const selfSigned = (name: string): Certificate => {
  const server = named(name)
  return { key: keyOf(server), cert: certified(server, server, goodFor(server)) }
}

/** An authority of a course, as many have for the devices of their own network. */
export const ownAuthority = (): { readonly cert: string; issue(name: string): Certificate } => {
  const authority = named('Authority of the course')
  return {
    cert: certified(authority, authority, IS_AUTHORITY),
    issue: name => {
      const server = named(name)
      return { key: keyOf(server), cert: certified(server, authority, goodFor(server)) }
    },
  }
}
