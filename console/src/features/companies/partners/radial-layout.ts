/** A node on the ring, in the units of the drawing. */
export interface RingNode {
  readonly x: number;
  readonly y: number;
  /** Turn of the label, in degrees, so that it points away from the centre and is never upside down. */
  readonly turn: number;
  /** Side of the node on which the label begins. */
  readonly anchor: 'start' | 'end';
}

/** Spreads nodes evenly on a ring around (0, 0), clockwise from the top. */
export function ringOf(count: number, radius: number): RingNode[] {
  return Array.from({ length: count }, (_, index) => {
    const degrees = (360 * index) / count - 90;
    const radians = (degrees * Math.PI) / 180;
    const isLeft = degrees > 90 && degrees < 270;
    return {
      x: radius * Math.cos(radians),
      y: radius * Math.sin(radians),
      turn: isLeft ? degrees - 180 : degrees,
      anchor: isLeft ? 'end' : 'start',
    };
  });
}

/** Returns the width of a line for a number of observations, between 1 and 5. */
export function widthOf(count: number, most: number): number {
  return most <= 1 ? 1 : 1 + (4 * Math.log(Math.max(1, count))) / Math.log(most);
}
