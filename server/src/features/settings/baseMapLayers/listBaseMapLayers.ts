/** Asks the service of a base map which layers it has, and keeps those that the map can draw. */
import type { BodyOf, ResultOf } from '@greensward/contract'
import { type lateCalls, MOST_BASE_MAP_LAYERS } from '@greensward/contract/late'
import { type BaseMapService, layerListAddress } from '@greensward/domain'
import { callOutgoing } from '../../../platform/outgoing.ts'
import { VERSION } from '../../../platform/version.ts'
import { serviceException, wordsOf } from '../baseMapTest/serviceException.ts'
import { notAnswered, type Trouble, wrongStatus } from '../baseMapTest/serviceTrouble.ts'
import type { Layer, Place } from './layer.ts'
import { readXml } from './readXml.ts'
import { WMS_IGNORED, wmsLayers } from './wmsLayers.ts'
import { WMTS_IGNORED, wmtsLayers } from './wmtsLayers.ts'

type Call = typeof lateCalls.baseMap.layers
type Found = ResultOf<Call>

/** Large services make their list again for each request. */
const TIMEOUT_MS = 20_000
const MOST_BYTES = 16 * 1024 * 1024

const READERS = {
  wms: { ignored: WMS_IGNORED, read: wmsLayers },
  wmts: { ignored: WMTS_IGNORED, read: wmtsLayers },
} as const

/** Older servers write in Latin letters of one byte, and say so. */
const textOf = (bytes: Buffer): string => {
  const said = /encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(said).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

const layersIn = async (text: string, service: BaseMapService, place: Place): Promise<readonly Layer[] | Trouble> => {
  const { ignored, read } = READERS[service.kind]
  const root = await readXml(text, ignored)
  const layers = root === undefined ? undefined : read(root, service, place)
  if (layers === undefined) {
    const report = serviceException(text)
    return { problem: 'noList', detail: report?.text ?? wordsOf(text) }
  }
  return layers.length === 0 ? { problem: 'noFittingLayer' } : layers
}

export const listBaseMapLayers = async (
  service: BaseMapService,
  { centerLon, centerLat }: BodyOf<Call>,
  { allowsPrivate, timeoutMs = TIMEOUT_MS }: { readonly allowsPrivate: boolean; readonly timeoutMs?: number },
): Promise<Found> => {
  const address = layerListAddress(service)
  const failed = ({ problem, params, detail = '' }: Trouble): Found => ({
    ...{ problem, detail, layers: [], total: 0 },
    params: { host: new URL(address).host, ...params },
  })
  const answer = await callOutgoing(address, {
    ...{ timeoutMs, maxBytes: MOST_BYTES, allowsPrivate },
    headers: { accept: 'application/xml, text/xml;q=0.9, */*;q=0.8', 'user-agent': `Greensward/${VERSION}` },
  })
  if (!answer.ok) return failed(notAnswered(answer))
  const wrong = wrongStatus(answer, address)
  if (wrong !== undefined) return failed(wrong.problem === 'noPicture' ? { ...wrong, problem: 'httpStatus' } : wrong)
  const found = await layersIn(textOf(answer.bytes), service, { lon: centerLon, lat: centerLat })
  if ('problem' in found) return failed(found)
  const layers = found
    .toSorted((a, b) => Number(a.isHere === false) - Number(b.isHere === false))
    .slice(0, MOST_BASE_MAP_LAYERS)
  return { problem: null, params: {}, detail: '', layers, total: found.length }
}
