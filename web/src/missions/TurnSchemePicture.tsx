import type { MissionRequest } from '@greensward/domain'

/** Five swaths: driven one beside the other, or every second one and back through those left out. */
export function TurnSchemePicture({ scheme }: { readonly scheme: MissionRequest['turnScheme'] }) {
  const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6, strokeLinecap: 'round' } as const
  return (
    <svg width="52" height="32" viewBox="0 0 52 32" aria-hidden="true" color="#b86b00">
      {scheme === 'oneInOne' ? (
        <path {...stroke} d="M6 27V8a5 5 0 0 1 10 0v16a5 5 0 0 0 10 0V8a5 5 0 0 1 10 0v16a5 5 0 0 0 10 0V6" />
      ) : (
        <>
          <path {...stroke} d="M6 27V13a10 9 0 0 1 20 0v6a10 9 0 0 0 20 0V6" />
          <path {...stroke} strokeDasharray="3 3" d="M16 6v20M36 6v20" />
        </>
      )}
    </svg>
  )
}
