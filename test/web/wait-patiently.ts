import { configure } from "@testing-library/react";

// A net for a busy machine, not a budget.
configure({ asyncUtilTimeout: 30_000 });
