// Makes an animated GIF of pictures that follow one another.
import gifenc from 'gifenc';
import { PNG } from 'pngjs';

const { GIFEncoder, applyPalette, quantize } = gifenc;

/** Colours of an animation, one of which stands for "as before". */
const COLORS = 256;
const AS_BEFORE = COLORS - 1;

/**
 * Encodes frames of one size.
 *
 * @param frames `{ png, ms }`: a picture, and for how many milliseconds it is shown
 * @returns the bytes of a GIF that repeats for ever
 */
export function encodeGif(frames) {
  const pictures = frames.map(({ png, ms }) => ({ ...PNG.sync.read(png), ms }));
  // The last picture has the most to show: its colours are those of all.
  const palette = quantize(pictures.at(-1).data, COLORS - 1);
  const gif = GIFEncoder();
  let before;
  for (const { data, width, height, ms } of pictures) {
    const pixels = applyPalette(data, palette);
    const drawn =
      before === undefined ? pixels : pixels.map((pixel, at) => (pixel === before[at] ? AS_BEFORE : pixel));
    gif.writeFrame(drawn, width, height, {
      ...(before === undefined
        ? { palette: [...palette, [0, 0, 0]] }
        : { transparent: true, transparentIndex: AS_BEFORE }),
      delay: ms,
      dispose: 1,
    });
    before = pixels;
  }
  gif.finish();
  return gif.bytes();
}
