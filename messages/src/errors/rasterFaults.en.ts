/** Why a file cannot become a raster. */
export const rasterFaults = {
  fileDamaged: 'The file is damaged or incomplete.',
  noGeoreference: 'The file has no georeference. Add the world file and the projection first.',
  unknownProjection: 'Its projection is not supported. Save it in UTM or in EPSG:4326.',
  unknownDatum: 'The shift from its datum to WGS 84 is unknown. Save it in EPSG:4326 first.',
  offTheMap: 'Its georeference is not on the map. Check the projection.',
  acrossDateLine: 'It crosses the date line (180°), where no map can be drawn. Split it there.',
  tooManyPixels: 'It has too many pixels: at most 600 million. Save it smaller, or in tiles.',
  claimsTooMuch: 'The file is invalid: its image size does not match its data.',
  unsupported:
    'This kind of TIFF is not supported. Save pictures as RGB with 8 bits, heights as 32-bit float, both with deflate or LZW.',
  notElevation: 'It is a picture with colours, not an elevation model.',
  notPicture: 'The file has heights and no colours: add it as elevation.',
  tooHeavy: 'The file needs too much memory to unpack. Save it in tiles, or in parts.',
  tooSlow: 'Its preparation took too long. Save it smaller, or in parts.',
} as const
