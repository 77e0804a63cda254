import { loadedLater } from './loadedLater.de.ts'
import { refusals } from './refusals.de.ts'

export const texts = { ...refusals, ...loadedLater }
