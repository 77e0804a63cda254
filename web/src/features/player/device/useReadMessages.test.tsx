import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useReadMessages } from './useReadMessages.ts'

afterEach(cleanup)

const noNetwork = (): Promise<void> => Promise.reject(new Error('no network'))

/** The stored state that a restarted tablet would find after each write. */
const watchDisk = (): { ids: readonly string[] } => {
  const disk: { ids: readonly string[] } = { ids: [] }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function putAndWatch(value, key) {
    const request = put.call(this, value, key)
    request.transaction?.addEventListener('complete', () => {
      disk.ids = value
    })
    return request
  }
  return disk
}

test('takes messages off the screen one by one, each once a restart would not bring it back', async () => {
  const disk = watchDisk()
  const lost: string[] = []
  const { result } = renderHook(() => {
    const messages = useReadMessages(noNetwork, false)
    lost.push(...messages.waiting.filter(id => !disk.ids.includes(id)))
    return messages
  })
  act(() => {
    result.current.read('closed place')
    result.current.read('mind the fairway')
  })
  await waitFor(() => expect(result.current.waiting).toEqual(['closed place', 'mind the fairway']))
  expect(lost).toEqual([])
})

test('reports what was read before a restart once there is a network, and forgets it then', async () => {
  const sent: string[] = []
  const send = async (id: string): Promise<void> => void sent.push(id)
  const { result } = renderHook(() => useReadMessages(send, true))
  await waitFor(() => expect(sent).toEqual(['closed place', 'mind the fairway']))
  await waitFor(() => expect(result.current.waiting).toEqual([]))
})
