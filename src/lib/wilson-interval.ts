/** Quantile of the standard normal distribution: 95 % of it are within so many deviations. */
const USUAL = 1.959963984540054;

/**
 * Returns Wilson's interval of a share at 95 % (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
 * Journal of the American Statistical Association 22, 1927).
 *
 * @param count observed among `total`, which is above zero.
 */
export function wilsonInterval(count: number, total: number): { low: number; high: number } {
  const [share, z] = [count / total, USUAL];
  const spread = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * total)) / total);
  const middle = share + z ** 2 / (2 * total);
  const scale = 1 + z ** 2 / total;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
