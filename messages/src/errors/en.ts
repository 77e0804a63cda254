import { loadedLater } from './loadedLater.en.ts'
import { refusals } from './refusals.en.ts'

export const texts = { ...refusals, ...loadedLater }
