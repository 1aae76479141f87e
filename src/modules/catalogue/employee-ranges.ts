/** The eight bands of employees (contract, section 3), each with its smallest number. */
export const EMPLOYEE_BANDS = [
  ['1-10', 1],
  ['11-50', 11],
  ['51-200', 51],
  ['201-500', 201],
  ['501-1000', 501],
  ['1001-5000', 1001],
  ['5001-10000', 5001],
  ['10001+', 10_001],
] as const;

export type EmployeeRange = (typeof EMPLOYEE_BANDS)[number][0];
