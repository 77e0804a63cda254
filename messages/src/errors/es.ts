import { loadedLater } from './loadedLater.es.ts'
import { refusals } from './refusals.es.ts'

export const texts = { ...refusals, ...loadedLater }
