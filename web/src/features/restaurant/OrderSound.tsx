/** A chime for new orders; browsers stay silent until a person has pressed something on the page. */
import { calls } from '@greensward/contract'
import { Switch } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STORAGE, useCall } from '../../api/index.ts'

const OPEN = { query: { page: 1, perPage: 25, open: 'true' } } as const
const TONES_HZ = [880, 1_175] as const
const TONE_S = 0.18
/** Loud enough for a bar, and softer than an alarm. */
const VOLUME = 0.3

const isWanted = (): boolean => localStorage.getItem(STORAGE.orderSound) !== 'off'

let audio: AudioContext | undefined

function chime(): void {
  audio ??= new AudioContext()
  void audio.resume()
  for (const [index, hertz] of TONES_HZ.entries()) {
    const tone = audio.createOscillator()
    const gain = audio.createGain()
    const from = audio.currentTime + index * TONE_S
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(VOLUME, from)
    gain.gain.exponentialRampToValueAtTime(0.001, from + TONE_S)
    tone.connect(gain).connect(audio.destination)
    tone.start(from)
    tone.stop(from + TONE_S)
  }
}

/** Chimes once for each order that comes in while the restaurant is open on this screen. */
export function useOrderSound(): void {
  const { data } = useCall(calls.orders.list, OPEN, { keepPrevious: true })
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const fresh = data.items.filter(({ id, status }) => status === 'new' && known.current?.has(id) === false)
    known.current = new Set([...(known.current ?? []), ...data.items.map(({ id }) => id)])
    if (fresh.length > 0 && isWanted()) chime()
  }, [data])
}

/** Kept on this device. Switched on, it chimes, so that a person can set the volume of the device. */
export function SoundSwitch() {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(isWanted)
  return (
    <Switch
      label={t('restaurant.sound')}
      checked={isOn}
      onChange={event => {
        const next = event.currentTarget.checked
        localStorage.setItem(STORAGE.orderSound, next ? 'on' : 'off')
        setOn(next)
        if (next) chime()
      }}
    />
  )
}
