/** The two glyphs that the icon set lacks, in its stroke. */
interface GlyphProps {
  readonly size?: number
  readonly className?: string
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export function MowerIcon({ size = 24, ...others }: GlyphProps) {
  return (
    <svg aria-hidden="true" {...stroke} width={size} height={size} viewBox="0 0 24 24" {...others}>
      <circle cx="7" cy="17" r="2.5" />
      <circle cx="17.5" cy="17.5" r="2" />
      <path d="M9.5 17h6M4.5 16v-3.5a1.5 1.5 0 0 1 1.5-1.5h4l2-5h5" />
      <path d="M10 11h7.5a3 3 0 0 1 3 3v3.5h-1" />
      <path d="M15 6v5" />
    </svg>
  )
}

export function CartIcon({ size = 24, ...others }: GlyphProps) {
  return (
    <svg aria-hidden="true" {...stroke} width={size} height={size} viewBox="0 0 24 24" {...others}>
      <path d="M4 5h15M6 5v8M17.5 5 19 12.5" />
      <path d="M5 17H4a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1h15a2 2 0 0 1 2 2v1a1 1 0 0 1-1 1h-.5" />
      <path d="M9.5 17h5M9 13v-2.5h4V13" />
      <circle cx="7.25" cy="17.25" r="2.25" />
      <circle cx="17" cy="17.25" r="2.25" />
    </svg>
  )
}
