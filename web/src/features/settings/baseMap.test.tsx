/** The base map in the main settings: what was understood of a pasted address, and what it lacks. */
import { calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { MapSettings } from '@greensward/domain'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const settings: MapSettings = sampleAnswer(calls.settings.get, {
  ...{ minZoom: 13, defaultZoom: 16, maxZoom: 20, minNativeZoom: 13, maxNativeZoom: 20 },
  ...{ topLeftLon: -1, topLeftLat: 1, bottomRightLon: 1, bottomRightLat: -1 },
  ...{ courseName: 'Course', timeZone: 'UTC', courseMapUrl: '', baseMapUrl: '', baseMapAttribution: '' },
})

test('says what a pasted address was understood as, and asks who made the map before it saves', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/main-settings',
    prepare: wire => {
      wire.answer(calls.settings.get, settings)
      wire.answer(calls.settings.update, settings)
    },
  })
  const field = await screen.findByLabelText('Address of the base map', undefined, SLOW)
  const paste = async (address: string): Promise<void> => {
    await user.clear(field)
    await user.click(field)
    await user.paste(address)
  }
  await paste('https://w.example.org/wms?service=WMS&request=GetCapabilities')
  expect(
    await screen.findByText('Needs LAYERS: add &LAYERS=... with a name from the list of the service'),
  ).toBeDefined()
  await paste('https://f.example.org/course.pmtiles')
  expect(await screen.findByText(/^Understood as PMTiles\. The server of the file must/)).toBeDefined()
  const address = 'https://w.example.org/wms?service=WMS&version=1.1.1&layers=aerial&format=image/jpeg'
  await paste(address)
  expect(await screen.findByText('Understood as WMS 1.1.1 · aerial · EPSG:3857 · image/jpeg.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name who made the base map')).toBeDefined()
  expect(wire.bodiesOf(calls.settings.update)).toEqual([])
  await user.click(screen.getByLabelText('Attribution'))
  await user.paste('Survey of the county')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.settings.update)).toEqual([
      { baseMapUrl: address, baseMapAttribution: 'Survey of the county' },
    ]),
  )
})

test('says beside "Saved" that a base map of a new host takes a reload, and of the same host nothing', async () => {
  const user = userEvent.setup()
  const stored = { ...settings, baseMapUrl: 'https://w.example.org/{z}/{x}/{y}.png', baseMapAttribution: 'County' }
  const { wire } = await open({
    path: '/settings/main-settings',
    prepare: wire => wire.answer(calls.settings.get, stored),
  })
  const field = await screen.findByLabelText('Address of the base map', undefined, SLOW)
  const save = async (baseMapUrl: string): Promise<void> => {
    wire.answer(calls.settings.update, { ...stored, baseMapUrl })
    wire.answer(calls.settings.get, { ...stored, baseMapUrl })
    await user.clear(field)
    await user.click(field)
    await user.paste(baseMapUrl)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }
  await save('https://w.example.org/new/{z}/{x}/{y}.png')
  expect(await screen.findByText('Saved')).toBeDefined()
  await save('https://f.example.org/{z}/{x}/{y}.png')
  expect(await screen.findByText('Saved. Reload this page to show the base map.')).toBeDefined()
})

type Found = ResultOf<typeof lateCalls.baseMap.test>
const address =
  'https://w.example.org/wmts?service=WMTS&request=GetTile&layer=aerial&tilematrixset=GoogleMapsCompatible'
const openTest = async (found: Found, options: { readonly language?: 'de' } = {}) => {
  const opened = await open({
    path: '/settings/main-settings',
    ...options,
    prepare: wire => {
      wire.answer(calls.settings.get, { ...settings, baseMapUrl: address, baseMapAttribution: 'County' })
      wire.answer(lateCalls.baseMap.test, found)
    },
  })
  return opened
}

test('a base map is tried by what is in the fields, before anything is saved', async () => {
  const user = userEvent.setup()
  const picture = { type: 'png', widthPx: 256, heightPx: 256, bytes: 12_340, ms: 340, isPlain: true }
  const { wire } = await openTest({ problem: null, params: {}, detail: '', zoom: 16, picture })
  const zoom = await screen.findByLabelText('Max native zoom', undefined, SLOW)
  await user.clear(zoom)
  await user.type(zoom, '17')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  const answer =
    'It answers with a picture of the middle of the course at zoom 16: PNG · 256 × 256 px · 12.3 kB · 0.3 s.'
  expect(await screen.findByText(answer)).toBeDefined()
  expect(screen.getByText('The whole picture has one colour. The service may have nothing there.')).toBeDefined()
  const { defaultZoom, minNativeZoom, centerLon, centerLat } = settings
  expect(wire.bodiesOf(lateCalls.baseMap.test)).toEqual([
    { baseMapUrl: address, defaultZoom, minNativeZoom, maxNativeZoom: 17, centerLon, centerLat },
  ])
  expect(wire.bodiesOf(calls.settings.update)).toEqual([])
  await user.type(screen.getByLabelText('Address of the base map'), '2')
  expect(screen.queryByText(answer)).toBeNull()
  await user.clear(screen.getByLabelText('Address of the base map'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test connection' }).disabled).toBe(true)
})

test('a service that refuses says why in the words of the person, and in its own', async () => {
  const user = userEvent.setup()
  await openTest(
    {
      problem: 'unknownLayer',
      params: { host: 'w.example.org', zoom: '16', layer: 'aerial', matrixSet: 'GoogleMapsCompatible' },
      detail: 'LAYER aerial is not known',
      zoom: 16,
      picture: null,
    },
    { language: 'de' },
  )
  await user.click(await screen.findByRole('button', { name: 'Verbindung testen' }, SLOW))
  const detail = await screen.findByText('LAYER aerial is not known')
  expect(detail.parentElement?.textContent).toBe(
    'Der Dienst kennt den Layer aerial nicht. Wählen Sie einen Namen aus der Liste des Dienstes. LAYER aerial is not known',
  )
})

const SERVICE = 'https://w.example.org/wms'
const layerOf = (name: string, title: string, isHere: boolean | null) => ({
  ...{ name, title, isHere, attribution: 'Survey of the county' },
  address: `${SERVICE}?SERVICE=WMS&REQUEST=GetMap&VERSION=1.3.0&LAYERS=${name}&FORMAT=image%2Fpng`,
})
const openLayers = (found: ResultOf<typeof lateCalls.baseMap.layers>, baseMapUrl = SERVICE) =>
  open({
    path: '/settings/main-settings',
    prepare: wire => {
      wire.answer(calls.settings.get, { ...settings, baseMapUrl })
      wire.answer(calls.settings.update, settings)
      wire.answer(lateCalls.baseMap.layers, found)
    },
  })
const showLayers = () => screen.findByRole('button', { name: 'Show the layers of the service' }, SLOW)

test('a layer is chosen from the list of the service, and its address and maker are put into the fields', async () => {
  const user = userEvent.setup()
  const layers = [layerOf('aerial', 'Aerial 2026', true), layerOf('far', 'far', false)]
  const { wire } = await openLayers({ problem: null, params: {}, detail: '', layers, total: 2 })
  await user.click(await showLayers())
  const list = await screen.findByRole('combobox', { name: 'Layer' })
  expect(screen.getByText(/^2 layers that the map can draw\./)).toBeDefined()
  await user.click(list)
  expect(await screen.findByRole('option', { name: 'far (not at the course)', hidden: true })).toBeDefined()
  await user.click(screen.getByRole('option', { name: 'Aerial 2026 · aerial', hidden: true }))
  expect(screen.getByLabelText<HTMLInputElement>('Address of the base map').value).toBe(layers[0]?.address)
  expect(await screen.findByText('Understood as WMS 1.3.0 · aerial · EPSG:3857 · image/png.')).toBeDefined()
  // Another one can be chosen.
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Layer' }).value).toBe('Aerial 2026 · aerial'),
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.settings.update)).toEqual([
      { baseMapUrl: layers[0]?.address, baseMapAttribution: 'Survey of the county' },
    ]),
  )
  const { centerLon, centerLat } = settings
  expect(wire.bodiesOf(lateCalls.baseMap.layers)).toEqual([{ baseMapUrl: SERVICE, centerLon, centerLat }])
})

test('of a long list it says how much is shown, and a service without a list says so in its own words', async () => {
  const user = userEvent.setup()
  const { wire } = await openLayers({
    ...{ problem: null, params: {}, detail: '' },
    ...{ layers: [layerOf('a', 'a', null)], total: 1_200 },
  })
  await user.click(await showLayers())
  expect(await screen.findByText(/^The first 1 of 1,?200 layers/)).toBeDefined()
  const failed = { params: { host: 'w.example.org' }, detail: 'Sign in first', layers: [], total: 0 }
  wire.answer(lateCalls.baseMap.layers, { problem: 'noList', ...failed })
  await user.click(await showLayers())
  const detail = await screen.findByText('Sign in first')
  expect(detail.parentElement?.textContent).toBe(
    'The service answers with no list of layers. Check the address. Sign in first',
  )
  expect(screen.queryByRole('combobox', { name: 'Layer' })).toBeNull()
})

test('tiles have no list of layers', async () => {
  await openLayers(
    { problem: null, params: {}, detail: '', layers: [], total: 0 },
    'https://t.example.org/{z}/{x}/{y}.png',
  )
  expect(await screen.findByText('Understood as XYZ.', undefined, SLOW)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show the layers of the service' })).toBeNull()
})

/** What the browser reports where the policy of the page names no such host. */
const refuseHost = (blockedURI: string): void =>
  act(() => {
    const event = new Event('securitypolicyviolation')
    document.dispatchEvent(Object.assign(event, { effectiveDirective: 'img-src', blockedURI }))
  })

test('a page that was opened before the base map was set says that it takes a reload, and keeps the fields', async () => {
  await openTest({ problem: null, params: {}, detail: '', zoom: 16, picture: null })
  const field = await screen.findByLabelText<HTMLInputElement>('Address of the base map', undefined, SLOW)
  const note = (): Promise<HTMLElement> => screen.findByText(/^This page was opened before the base map was set/)
  refuseHost('https://other.example.org/picture.png')
  await expect(note()).rejects.toThrow()
  // The layer of the base map is loaded on demand, and does not listen before that.
  await waitFor(async () => {
    refuseHost('https://w.example.org/wmts?layer=aerial')
    expect((await note()).querySelector('button')?.textContent).toBe('Reload')
  }, SLOW)
  expect(field.value).toBe(address)
  expect(screen.queryByText('The base map could not be loaded')).toBeNull()
})
