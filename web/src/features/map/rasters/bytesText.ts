/** 812 kB, 4.2 MB, 1.3 GB. */
export const bytesText = (bytes: number, language: string): string => {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toLocaleString(language, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
