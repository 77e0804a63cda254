/** One file of picture tiles (PMTiles 3) on a server elsewhere: the header and each tile are a range of its bytes. */

export interface TileFile {
  readonly minZoom: number
  readonly maxZoom: number
  /** Undefined beside the area of the file. */
  readonly tile: (z: number, x: number, y: number, signal?: AbortSignal) => Promise<ArrayBuffer | undefined>
}

/** Rejects where the file cannot be read, or has vector tiles, which the map does not draw. */
export const openTileFile = async (url: string): Promise<TileFile> => {
  const { PMTiles, TileType } = await import('pmtiles')
  const file = new PMTiles(url)
  const { tileType, minZoom, maxZoom } = await file.getHeader()
  if (tileType === TileType.Mvt || tileType === TileType.Mlt) throw new Error('The file has vector tiles')
  return { minZoom, maxZoom, tile: async (...place) => (await file.getZxy(...place))?.data }
}
