import type { MissionStatus } from '@greensward/domain'
import type { Tone } from '../../ui/index.ts'

const TONES: Readonly<Record<MissionStatus, Tone>> = {
  planned: 'warn',
  uploading: 'main',
  working: 'success',
  stopped: 'error',
  interrupted: 'main',
  done: 'neutral',
  cancelled: 'neutral',
  missed: 'error',
  failed: 'error',
}

export const toneOf = (status: MissionStatus): Tone => TONES[status]
