/** The rules of the map, off the event loop: a course of 54 holes takes half a second. */
import { checkFeatures } from '@greensward/domain'
import { serveThread } from '../threads/serveThread.ts'

serveThread(checkFeatures)
