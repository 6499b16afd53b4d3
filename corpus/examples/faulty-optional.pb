
maybe	BaJ