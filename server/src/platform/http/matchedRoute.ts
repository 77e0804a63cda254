/** Decides by the route that a request reached: its raw URL may spell the same path with percent signs. */
import type { FastifyRequest } from 'fastify'

/** The pattern of the matched route; the raw URL only where no route matched, so nothing but a 404 or a page answers. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? request.url

export const isBelow = (request: FastifyRequest, prefix: string): boolean => routeOf(request).startsWith(prefix)
