/**
 * Asks the service of a base map for its picture of the middle of the course, as a browser will. What only a browser decides,
 * such as reading a file of another host, is judged by the headers of the answer.
 */
import type { BaseMapProblem, BodyOf, ResultOf } from '@greensward/contract'
import type { lateCalls } from '@greensward/contract/late'
import { type BaseMap, pictureAddress, type TilePlace, tileAddress, tileAt } from '@greensward/domain'
import { imageSize } from 'image-size'
import { callOutgoing, type OutgoingResponse } from '../../../platform/outgoing.ts'
import { VERSION } from '../../../platform/version.ts'
import { isPlainJpeg, plainPng } from './plainPicture.ts'
import { HEADER_BYTES, readTileFile } from './readTileFile.ts'
import { serviceException, wordsOf } from './serviceException.ts'
import { header, notAnswered, type Trouble, wrongStatus } from './serviceTrouble.ts'

type Call = typeof lateCalls.baseMap.test
type Found = ResultOf<Call>
type Fields = BodyOf<Call>
type Params = Readonly<Record<string, string>>

/** The map itself gives up a server after this long. */
const TIMEOUT_MS = 8_000
const MOST_PICTURE_BYTES = 4 * 1024 * 1024
/** Of a file only the header is asked; a server that sends more has not understood that. */
const MOST_HEADER_BYTES = 16 * 1024
/** The types that all browsers draw. */
const DRAWN = ['png', 'jpg', 'gif', 'webp']

interface TryOptions {
  readonly allowsPrivate: boolean
  /** Of the pages that show the map. */
  readonly pageOrigin: string
  readonly timeoutMs?: number
}

type Picture = Omit<NonNullable<Found['picture']>, 'ms'>

const sizeOf = (
  bytes: Buffer,
): { readonly type?: string; readonly width: number; readonly height: number } | undefined => {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}

const namesOf = (map: BaseMap): Params =>
  map.kind === 'pmtiles' ? {} : { layer: map.layer, ...(map.kind === 'wms' ? {} : { matrixSet: map.matrixSet }) }

/** A template with all in its path says of no part what it is. */
const saidOf = (problem: BaseMapProblem, names: Params): BaseMapProblem =>
  (problem === 'unknownLayer' && names.layer === '') || (problem === 'unknownMatrixSet' && names.matrixSet === '')
    ? 'unknownPart'
    : problem

const judgePicture = (answer: OutgoingResponse, address: string, map: BaseMap): Trouble | Picture => {
  const { bytes, text, status } = answer
  const size = sizeOf(bytes)
  if (size === undefined) {
    const report = serviceException(text)
    const names = namesOf(map)
    if (report !== undefined) return { problem: saidOf(report.problem, names), params: names, detail: report.text }
  }
  const wrong = wrongStatus(answer, address)
  if (wrong !== undefined) return wrong
  if (bytes.length === 0) return { problem: 'noPicture', params: { status: String(status) } }
  if (size?.type === undefined || !DRAWN.includes(size.type)) {
    const type = size?.type ?? (header(answer, 'content-type').split(';')[0] || '?')
    return { problem: 'notAPicture', params: { type }, detail: size === undefined ? wordsOf(text) : '' }
  }
  const policy = header(answer, 'cross-origin-resource-policy').toLowerCase()
  if (policy === 'same-origin' || policy === 'same-site')
    return { problem: 'otherPagesRefused', params: { header: `cross-origin-resource-policy: ${policy}` } }
  const plain = size.type === 'png' ? plainPng(bytes, size.width * size.height) : undefined
  if (plain === 'transparent') return { problem: 'emptyPicture' }
  const { type, width, height } = size
  return {
    type,
    widthPx: width,
    heightPx: height,
    bytes: bytes.length,
    isPlain: plain === 'opaque' || (type === 'jpg' && isPlainJpeg(bytes)),
  }
}

const judgeFile = (
  answer: OutgoingResponse,
  address: string,
  { centerLon, centerLat }: Fields,
  pageOrigin: string,
): Trouble | Picture => {
  const wrong = wrongStatus(answer, address)
  if (wrong !== undefined) return wrong.problem === 'noPicture' ? { ...wrong, problem: 'noFile' } : wrong
  const read = readTileFile(answer.bytes, { lon: centerLon, lat: centerLat })
  if (typeof read !== 'string' && read.problem === 'notPmtiles') return { ...read, detail: wordsOf(answer.text) }
  if (answer.status !== 206) return { problem: 'noRanges' }
  const allowed = header(answer, 'access-control-allow-origin')
  // Pages may always read what is on their own host.
  if (new URL(address).origin !== pageOrigin && allowed !== '*' && allowed !== pageOrigin)
    return { problem: 'otherPagesRefused', params: { header: `access-control-allow-origin: ${allowed || '-'}` } }
  if (typeof read !== 'string') return read
  return { type: read, widthPx: null, heightPx: null, bytes: answer.bytes.length, isPlain: false }
}

const addressOf = (map: BaseMap, place: TilePlace): string => {
  if (map.kind === 'pmtiles') return map.url
  return map.kind === 'wms' ? pictureAddress(map, place) : tileAddress(map.url, place)
}

export const tryBaseMap = async (
  map: BaseMap,
  fields: Fields,
  { allowsPrivate, pageOrigin, timeoutMs = TIMEOUT_MS }: TryOptions,
): Promise<Found> => {
  const least = Math.floor(fields.minNativeZoom)
  const zoom = Math.min(Math.max(Math.floor(fields.defaultZoom), least), Math.floor(fields.maxNativeZoom))
  const address = addressOf(map, tileAt(fields.centerLon, fields.centerLat, zoom))
  const isFile = map.kind === 'pmtiles'
  const startMs = performance.now()
  const answer = await callOutgoing(address, {
    timeoutMs,
    maxBytes: isFile ? MOST_HEADER_BYTES : MOST_PICTURE_BYTES,
    allowsPrivate,
    headers: {
      accept: isFile ? '*/*' : 'image/*,*/*;q=0.8',
      'user-agent': `Greensward/${VERSION}`,
      ...(isFile ? { range: `bytes=0-${HEADER_BYTES - 1}`, origin: pageOrigin } : {}),
    },
  })
  const ms = Math.round(performance.now() - startMs)
  const failed = (trouble: Trouble): Found => ({
    problem: trouble.problem,
    params: { host: new URL(address).host, zoom: String(zoom), ...trouble.params },
    detail: trouble.detail ?? '',
    zoom,
    picture: null,
  })
  if (!answer.ok) {
    const trouble = notAnswered(answer)
    return failed(isFile && trouble.problem === 'tooLarge' ? { problem: 'noRanges' } : trouble)
  }
  const judged = isFile ? judgeFile(answer, address, fields, pageOrigin) : judgePicture(answer, address, map)
  if ('problem' in judged) return failed(judged)
  return { problem: null, params: {}, detail: '', zoom, picture: { ...judged, ms } }
}
