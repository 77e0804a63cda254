/** Finds positions for simulated mowers off the event loop: a course may have any number of corners. */
import { serveThread } from '../../platform/threads/serveThread.ts'
import { homesOnCourse } from './homesOnCourse.ts'

serveThread(homesOnCourse)
