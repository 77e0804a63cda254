/** A measurement at the green: the position picks the zone, the last value is proposed, and one more press keeps it. */
import { type Call, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { FeatureOf, ZoneRecord } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import 'fake-indexeddb/auto'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 60_000 }
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const square = (number: number, title: string, halfDeg: number, type = 90): FeatureOf<'zone'> => ({
  type: 'Feature',
  id: id(number),
  kind: 'zone',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-halfDeg, -halfDeg],
        [halfDeg, -halfDeg],
        [halfDeg, halfDeg],
        [-halfDeg, halfDeg],
        [-halfDeg, -halfDeg],
      ],
    ],
  },
  properties: {
    title,
    zoneTypeId: id(type),
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
})
const last: ZoneRecord = {
  id: id(50),
  zoneId: id(1),
  kind: 'greenSpeed',
  value: 3.2004,
  product: null,
  at: '2026-11-25T05:00:00.000Z',
  by: 'Ben',
  photos: [],
}
const prepare = (wire: Wire): void => {
  wire.answer(calls.map.get, {
    revision: 1,
    features: [square(2, 'Fairway 7', 0.002), square(1, 'Green 7', 0.0001)],
  } as never)
  wire.answer(lateCalls.zoneRecords.latest, { items: [last] })
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (found: (position: unknown) => void) => {
        found({ coords: { longitude: 0.00005, latitude: 0.00005 } })
        return 1
      },
      clearWatch: () => undefined,
    },
  })
}

test('two presses record a step more than last time on the green where the phone is', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/missions/grass/record', prepare })
  expect(await screen.findByText('Last: 3.2 m, Ben', undefined, SLOW)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'One step more' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(
    () =>
      expect(wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.add)).toMatchObject([
        { params: { id: id(1) }, body: { kind: 'greenSpeed', value: 3.3, product: null } },
      ]),
    SLOW,
  )
}, 120_000)

test('a record waits on the phone while the server does not answer, and is sent later', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/missions/grass/record',
    prepare: wire => {
      prepare(wire)
      wire.refuse(lateCalls.zoneRecords.add, { kind: 'unavailable', ...said('unavailable'), message: 'No server' })
    },
  })
  expect(await screen.findByText(/^Open this page before you lose the network/, undefined, SLOW)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Save' }, SLOW))
  expect(await screen.findByText(/^1 record waits for the network/, undefined, SLOW)).toBeDefined()
  await waitFor(() => expect(wire.asked.some(({ call }) => call === lateCalls.zoneRecords.add)).toBe(true), SLOW)
  expect(screen.getByText(/^1 record waits for the network/)).toBeDefined()

  wire.reset(lateCalls.zoneRecords.add)
  wire.answer(lateCalls.zoneRecords.latest, { items: [{ ...last, value: 3.5, by: 'Ada' }] })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^1 record waits for the network/)).toBeNull(), SLOW)
  expect(await screen.findByText('Last: 3.5 m, Ada', undefined, SLOW)).toBeDefined()
  const bodies = wire.bodiesOf(lateCalls.zoneRecords.add)
  expect(bodies.length).toBeGreaterThan(1)
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
}, 120_000)

const types = [
  { id: id(90), name: 'Green', mowable: true },
  { id: id(91), name: 'Fairway', mowable: true },
  { id: id(92), name: 'Bunker', mowable: false },
]
/** A green, a fairway and a bunker, with their types. */
const threeTypes = (wire: Wire): void => {
  prepare(wire)
  wire.answer(calls.map.get, {
    revision: 1,
    features: [square(2, 'Fairway 7', 0.002, 91), square(3, 'Bunker 7', 0.00005, 92), square(1, 'Green 7', 0.0001)],
  } as never)
  wire.answer(
    calls.zoneTypes.list,
    sampleAnswer(calls.zoneTypes.list, {
      items: types.map(type => ({
        ...{ color: '#112233', directions: ['12-6'], allowsIntersection: false, updatedAt: last.at },
        ...type,
      })),
      total: types.length,
    } as never),
  )
}

test('offers only the zones that fit what is measured', async () => {
  const user = userEvent.setup()
  await open({ path: '/missions/grass/record', prepare: threeTypes })
  // The phone is in the bunker too, on which nobody measures.
  expect(await screen.findByText('Last: 3.2 m, Ben', undefined, SLOW)).toBeDefined()
  const offered = async (): Promise<readonly (string | null)[]> => {
    await user.click(screen.getByRole('combobox', { name: 'Zone' }))
    const options = await screen.findAllByRole('option', { hidden: true }, SLOW)
    await user.keyboard('{Escape}')
    return options.map(option => option.textContent)
  }
  expect(await offered()).toEqual(['Green 7'])
  await user.click(screen.getByRole('button', { name: 'Moisture' }))
  expect(await offered()).toEqual(['Fairway 7', 'Green 7'])
}, 120_000)

test('a person who comes from a fairway is not asked for its green speed', async () => {
  await open({ path: `/missions/grass/record?zone=${id(2)}`, prepare: threeTypes })
  const height = await screen.findByRole('button', { name: 'Height of cut' }, SLOW)
  await waitFor(() => expect(height.getAttribute('aria-pressed')).toBe('true'), SLOW)
}, 120_000)

test('reads and writes figures in the language of the person', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/missions/grass/record', language: 'es', prepare })
  const field = (await screen.findByRole('textbox', { name: 'Velocidad del green' }, SLOW)) as HTMLInputElement
  expect(field.value).toBe('3,2 m')
  await user.clear(field)
  expect(screen.getByRole('button', { name: 'Guardar' }).hasAttribute('disabled')).toBe(true)
  await user.type(field, '3,05')
  expect(field.value).toBe('3,05 m')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(wire.bodiesOf(lateCalls.zoneRecords.add)).toMatchObject([{ value: 3.05 }]), SLOW)
}, 120_000)

/** The document of these tests cannot decode: a JPEG has the size of a phone's, and nothing else is a picture. */
const decodes = (): void => {
  vi.stubGlobal('createImageBitmap', async ({ type }: File) => {
    if (type !== 'image/jpeg') throw new Error('Not a picture')
    return { width: 4_000, height: 3_000, close: () => undefined }
  })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number
      readonly height: number
      constructor(width: number, height: number) {
        ;[this.width, this.height] = [width, height]
      }
      getContext() {
        return { fillRect: () => undefined, drawImage: () => undefined }
      }
      async convertToBlob() {
        return new Blob([`${this.width}x${this.height}`], { type: 'image/jpeg' })
      }
    },
  )
}
afterEach(() => vi.unstubAllGlobals())
// A screen that is taken down lets go of its watch first.
afterAll(() => void Reflect.deleteProperty(navigator, 'geolocation'))

const photo = (name = 'photo.jpg', type = 'image/jpeg') => new File(['of a phone'], name, { type })
const cameras = (): readonly HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[type="file"]'),
]

test('photos wait on the phone with their record, and are sent after it, smaller and once', async () => {
  decodes()
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/missions/grass/record',
    prepare: wire => {
      prepare(wire)
      wire.answer(lateCalls.zoneRecords.add, ({ params, body }) => ({
        ...(body as typeof last),
        zoneId: params.id ?? '',
        by: 'Ada',
        photos: [],
      }))
      wire.refuse(lateCalls.zoneRecords.addPhoto, { kind: 'unavailable', ...said('unavailable'), message: 'No server' })
    },
  })
  expect(await screen.findByText(/0 of 30 photos that this device can keep/, undefined, SLOW)).toBeDefined()
  const [camera, gallery] = cameras()
  expect(camera?.getAttribute('capture')).toBe('environment')
  expect(gallery?.hasAttribute('capture')).toBe(false)
  await user.upload(camera as HTMLInputElement, photo())
  expect(await screen.findByRole('img', { name: 'Photo 1 of 1' }, SLOW)).toBeDefined()
  await user.upload(gallery as HTMLInputElement, photo())
  expect(await screen.findByRole('img', { name: 'Photo 2 of 2' }, SLOW)).toBeDefined()
  await user.upload(gallery as HTMLInputElement, photo())
  await user.click(await screen.findByRole('button', { name: 'Leave out photo 3' }, SLOW))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^1 record waits for the network/, undefined, SLOW)).toBeDefined()
  expect(await screen.findByText(/2 of 30 photos that this device can keep/, undefined, SLOW)).toBeDefined()
  expect(screen.queryByRole('img', { name: /^Photo/ })).toBeNull()

  const sent = () => wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.addPhoto)
  await waitFor(() => expect(sent().length).toBeGreaterThan(0), SLOW)
  const before = sent().length
  wire.answer(lateCalls.zoneRecords.addPhoto, ({ params }) => ({ id: params.photoId ?? '', hash: 'a' }))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^1 record waits for the network/)).toBeNull(), SLOW)
  expect(await screen.findByText(/0 of 30 photos that this device can keep/, undefined, SLOW)).toBeDefined()
  const arrived = sent().slice(before)
  expect(new Set(arrived.map(({ params }) => params.photoId)).size).toBe(2)
  expect(arrived).toHaveLength(2)
  const [record] = wire.bodiesOf(lateCalls.zoneRecords.add)
  const form = arrived[0]?.body as FormData
  expect(arrived[0]?.params).toMatchObject({ id: id(1), recordId: record?.id })
  expect(atob(String(form.get('thumbnail')))).toBe('320x240')
  expect((form.get('file') as File).size).toBe('1600x1200'.length)
}, 120_000)

test('a file that this browser cannot read is not added, and the person reads what to do', async () => {
  decodes()
  // A file of another type is chosen all the same, such as by "All files".
  const user = userEvent.setup({ applyAccept: false })
  await open({ path: '/missions/grass/record', prepare })
  await screen.findByText(/0 of 30 photos/, undefined, SLOW)
  const [, gallery] = cameras()
  await user.upload(gallery as HTMLInputElement, photo('IMG_1.HEIC', ''))
  expect((await screen.findByRole('alert', undefined, SLOW)).textContent).toMatch(/cannot read HEIC.*Most Compatible/)
  await user.upload(gallery as HTMLInputElement, photo('notes.txt', 'text/plain'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^This browser cannot read the file/), SLOW)
  expect(screen.queryByRole('img', { name: /^Photo/ })).toBeNull()
}, 120_000)

test('a record is saved once its photo is read, and a photo that was left out meanwhile stays out', async () => {
  decodes()
  const user = userEvent.setup()
  const { wire } = await open({ path: '/missions/grass/record', prepare })
  await screen.findByText(/0 of 30 photos/, undefined, SLOW)
  await user.upload(cameras()[0] as HTMLInputElement, photo())
  expect(await screen.findByRole('img', { name: 'Photo 1 of 1' }, SLOW)).toBeDefined()

  const decode = globalThis.createImageBitmap
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('createImageBitmap', (file: File) => promise.then(() => decode(file)))
  const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' })
  await user.upload(cameras()[0] as HTMLInputElement, photo())
  expect(await screen.findByText('The photo is being prepared. Save once it is shown.')).toBeDefined()
  await user.click(save())
  // The photo is read on while the person corrects the kind.
  await user.click(screen.getByRole('button', { name: 'Moisture' }))
  await user.type(screen.getByRole('textbox', { name: 'Moisture' }), '20')
  expect(save().hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Leave out photo 1' }))
  resolve()
  expect(await screen.findByRole('img', { name: 'Photo 1 of 1' }, SLOW)).toBeDefined()
  expect(screen.queryByText(/^The photo is being prepared/)).toBeNull()
  await user.click(save())
  await waitFor(
    () => expect(wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.addPhoto)).toHaveLength(1),
    SLOW,
  )
  expect(wire.bodiesOf(lateCalls.zoneRecords.add)).toMatchObject([{ kind: 'moisture' }])
}, 120_000)

test('a record with a refused photo is stored, and says so', async () => {
  decodes()
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/missions/grass/record',
    prepare: wire => {
      prepare(wire)
      wire.answer(lateCalls.zoneRecords.add, ({ params, body }) => {
        wire.answer(lateCalls.zoneRecords.latest, { items: [{ ...last, value: 3.3, by: 'Ada' }] })
        return { ...(body as typeof last), zoneId: params.id ?? '', by: 'Ada', photos: [] }
      })
      wire.refuse(lateCalls.zoneRecords.addPhoto, { kind: 'conflict', ...said('conflict'), message: 'Changed' })
    },
  })
  await screen.findByText(/0 of 30 photos/, undefined, SLOW)
  for (const [n, input] of cameras().entries()) {
    await user.upload(input, photo())
    await screen.findByRole('button', { name: `Leave out photo ${n + 1}` }, SLOW)
  }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('alert', undefined, SLOW)
  expect(alert.textContent).toMatch(/^Green 7: The value is stored\. A photo was refused: ./)
  expect(await screen.findByText('Last: 3.3 m, Ada', undefined, SLOW)).toBeDefined()
  const sent = (call: Call) => wire.asked.filter(one => one.call === call)
  expect([sent(lateCalls.zoneRecords.add).length, sent(lateCalls.zoneRecords.addPhoto).length]).toEqual([1, 2])
}, 120_000)
