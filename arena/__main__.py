"""The entry point of `arena`. Garbage collection is off while modules are imported, to save time."""

import gc


def main() -> None:
    """Run `arena` with this process's arguments, then exit."""
    gc.disable()  # imports make no garbage; `load_function` enables it again
    from arena.cli.main import main as run

    try:
        run()
    finally:
        gc.freeze()  # the system frees the memory of a process that ends


if __name__ == "__main__":
    main()
